"""The management commands for money: JSON to the cent; invalid arguments give a message and exit code 1."""

import json
import subprocess
import sys
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command, execute_from_command_line


def output(*words: str) -> object:
    out = StringIO()
    call_command(*words, stdout=out)
    return json.loads(out.getvalue())


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as caught:
        call_command(*words, stdout=StringIO())
    return str(caught.value)


def test_a_deal_of_three() -> None:
    assert output("deal", "--stacks", "5000,3000,2000", "--prizes", "50.00,30.00,20.00") == {
        "icm": ["38.39", "32.75", "28.86"],
        "chip_chop": ["40.00", "32.00", "28.00"],
        "even": ["33.34", "33.33", "33.33"],
    }


def test_a_deal_in_a_currency_without_cents() -> None:
    assert output("deal", "--stacks", "1, 1,2", "--prizes", "100", "--currency", "JPY") == {
        "icm": ["25", "25", "50"],
        "chip_chop": ["25", "25", "50"],
        "even": ["33", "33", "34"],
    }


def test_payouts_have_a_line_for_each_place_and_sum_to_the_pool() -> None:
    found = output("payouts", "--entries", "120", "--pool", "10000.00", "--table", "club")
    assert isinstance(found, dict)
    assert (found["entries"], found["pool"], found["table"]) == (120, "10000.00", "club")
    assert [one["place"] for one in found["places"]] == list(range(1, 13))
    assert sum(round(float(one["prize"]) * 100) for one in found["places"]) == 10_000_00
    assert found["places"][0] == {"place": 1, "prize": "2620.00"}


def test_payouts_in_whole_notes() -> None:
    found = output("payouts", "--entries", "27", "--pool", "1081.50", "--table", "flat_15", "--note", "5")
    assert isinstance(found, dict)
    assert [one["prize"] for one in found["places"]][1:] == ["270.00", "195.00", "135.00", "100.00"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--stacks", "5000,x", "--prizes", "50"], "“x” is no number of chips"),
        (["--stacks", "5000,", "--prizes", "50"], "“” is no number of chips"),
        (["--stacks", "1" * 16, "--prizes", "50"], "too many chips"),
        (["--stacks", "0,0", "--prizes", "50"], "No player has any chips"),
        (["--stacks", "5,5", "--prizes", "1250.005"], "finer than the smallest unit of EUR"),
        (["--stacks", "5,5", "--prizes", "1.250"], "read in two ways"),
        (["--stacks", "5,5", "--prizes", "fifty"], "no amount of money"),
        (["--stacks=5,5", "--prizes=-5"], "is negative"),
        (["--stacks", "5,5", "--prizes", "30,50"], "Prize 2 is higher"),
        (["--stacks", "5,5", "--prizes", "3,2,1"], "more prizes (3) than players (2)"),
        (["--stacks", "5", "--prizes", "3,2"], "more prizes (2) than players (1)"),
        (["--stacks", "5,5,5,5", "--prizes", "50,00,30,00"], "“00” is no prize"),
        (["--stacks", "5,5,5", "--prizes", "50.00,30,05"], "“05” is no prize"),
        (["--stacks", "5,5", "--prizes", "3", "--currency", "eur"], "no code of three capital letters"),
    ],
)
def test_impossible_deal_gives_its_reason(words: list[str], sentence: str) -> None:
    assert sentence in refused("deal", *words)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--entries", "many", "--pool", "5"], "no number of entries"),
        (["--entries", "0", "--pool", "5"], "There are no entries yet"),
        (["--entries", "5", "--pool", "0"], "no money in the pool"),
        (["--entries", "20001", "--pool", "5"], "up to 20000"),
        (["--entries", "5", "--pool", "5", "--table", "steep"], "Choose one of: club, flat_15, steep_10"),
        (["--entries", "5", "--pool", "5", "--note", "0"], "greater than zero"),
    ],
)
def test_payouts_that_can_not_be_say_why(words: list[str], sentence: str) -> None:
    assert sentence in refused("payouts", *words)


WRONG = [
    (["deal", "--stacks", "5,x", "--prizes", "5"], "--stacks: “x”"),
    (["deal", "--stacks", "-5,3", "--prizes", "5"], "--stacks: “-5”"),
    (["deal", "--stacks", "5,3", "--prizes", "-50,-60"], "--prizes: “-50” is negative"),
    (["deal", "--stacks", "5,3"], "--prizes"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG)
def test_errors_end_with_exit_code_1_and_a_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        execute_from_command_line(["manage.py", *words])
    assert ended.value.code == 1
    assert sentence in capsys.readouterr().err


def test_process_with_invalid_arguments_ends_without_a_traceback() -> None:
    words, sentence = WRONG[1]
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.PROJECT_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
