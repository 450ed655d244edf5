"""What all tests share: profiles for laws, the browser, and no silent skips in CI."""

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import hypothesis
import pytest
from browsing import serving
from reading_archive import written
from sites import HARBOUR, REPOSITORY, built

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The same examples on every run and every machine: a test that fails once fails again.
hypothesis.settings.register_profile("default", derandomize=True, deadline=None, print_blob=False)
hypothesis.settings.register_profile("quick", hypothesis.settings.get_profile("default"), max_examples=5)
hypothesis.settings.load_profile("default")

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

IN_CI = os.environ.get("CI", "").lower() == "true"


def unskipped(report: Report) -> Report:
    """In CI a skip is a failure: what could not be tested there was not tested at all."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped in CI, where every test must run: {why}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return unskipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return unskipped((yield))


@pytest.fixture(scope="session")
def chromium_path() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    pytest.skip("neither chromium, chromium-browser nor google-chrome is on the path")


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator["Browser"]:
    """Chromium, driven; a test opens its own context in it."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - costs half a second, and few tests need it

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium_path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield running
        running.close()


@pytest.fixture(scope="session")
def harbour_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The invented archive of `tests/archives/harbour`, published."""
    return built(HARBOUR, tmp_path_factory.mktemp("harbour") / "site")


@pytest.fixture(scope="session")
def demo_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration of this repository, published."""
    return built(REPOSITORY, tmp_path_factory.mktemp("demo") / "site")


@pytest.fixture(scope="session")
def reading_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive that is hard to read well, published."""
    folder = tmp_path_factory.mktemp("reading")
    return built(written(folder / "archive"), folder / "site")


@pytest.fixture(scope="session")
def reading_address(reading_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same under the path of its base URL, which its page for what is not there needs."""
    with serving(reading_site, tmp_path_factory.mktemp("host"), "tarn") as address:
        yield address
