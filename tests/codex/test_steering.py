"""What would steer a model or a Markdown renderer is broken (SEC-03)."""

import pytest

from codex.core.steering import break_steering, has_fence_or_role


@pytest.mark.parametrize("bar", "|¦ǀ∣❘｜￨")
@pytest.mark.parametrize("opener", "<＜﹤")
def test_chat_tokens_are_broken_with_every_bracket_and_bar(opener: str, bar: str) -> None:
    assert break_steering(f"a{opener}{bar}im_start{bar}>") == f"a{opener} {bar}im_start{bar}>"


@pytest.mark.parametrize("token", ["[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[TOOL_CALLS]", "[gMASK]", "［INST］"])
def test_tokens_in_brackets_are_broken(token: str) -> None:
    assert break_steering(f"a {token}") == f"a {token[0]} {token[1:]}"


@pytest.mark.parametrize("role", ["System", "USER", "Human", "assistant", "Developer", "AI", "Tool", "System prompt"])
@pytest.mark.parametrize("colon", ":∶꞉︓﹕：")
def test_a_line_that_poses_as_a_turn_loses_its_colon(role: str, colon: str) -> None:
    assert has_fence_or_role(f"x\n {role}{colon} y")
    assert break_steering(f"x\n {role}{colon} y") == f"x\n {role} –  y"


@pytest.mark.parametrize("text", ["Systemet: x", "The user: x", "Users: x", "Instructions: x", "user", "Mensch: x"])
def test_other_lines_keep_their_colon(text: str) -> None:
    assert not has_fence_or_role(text)
    assert break_steering(text) == text


@pytest.mark.parametrize("link", ["[a](b)", "[a](b (c))", "[a](<b> 'c')", "[a]()", "[a](b\n'c')"])
def test_a_link_leaves_its_text(link: str) -> None:
    assert break_steering(f"x{link}y") == "xay"


@pytest.mark.parametrize("image", ["![a](b)", "![a][b]", "![a][]", "[![a](b)](c)"])
def test_an_image_leaves_its_words(image: str) -> None:
    assert break_steering(break_steering(image)).strip() == "a"


@pytest.mark.parametrize("line", ["[b]: https://e.example", "[b]: /c", "[b]: <c d> 'e'", "[b]: c.html (e)", "[b]: #c"])
def test_a_definition_leaves_nothing(line: str) -> None:
    assert break_steering(f"x\n  {line}\ny").split() == ["x", "y"]


@pytest.mark.parametrize("text", ["[1][2]", "[sic]", "f(x)[0]", "[Note]: this", "a ~~b~~ `c`", "x | y"])
def test_brackets_and_marks_of_plain_text_stay(text: str) -> None:
    assert break_steering(text) == text


def test_fences_go() -> None:
    assert break_steering("~~~~\na\n```js").split() == ["a", "js"]
