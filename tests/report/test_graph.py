"""The drawing of control-flow graphs."""

from hypothesis import given
from hypothesis import strategies as st

from ownlog.report.graph import draw

HEIGHT = 40


@st.composite
def graphs(pick: st.DrawFn) -> tuple[list[int], list[tuple[int, int]]]:
    count = pick(st.integers(1, 25))
    widths = pick(st.lists(st.integers(20, 200), min_size=count, max_size=count))
    node = st.integers(0, count - 1)
    return widths, pick(st.lists(st.tuples(node, node), max_size=50))


@given(graphs())
def test_boxes_do_not_overlap_and_lie_in_the_picture(graph: tuple[list[int], list[tuple[int, int]]]) -> None:
    widths, edges = graph
    drawing = draw(widths, HEIGHT, edges)
    for i, (x, y) in enumerate(drawing.boxes):
        assert x >= 0
        assert x + widths[i] <= drawing.width
        assert y >= 0
        assert y + HEIGHT <= drawing.height
        for j, (other_x, other_y) in enumerate(drawing.boxes[:i]):
            apart = x + widths[i] <= other_x or other_x + widths[j] <= x
            assert apart or abs(y - other_y) >= HEIGHT


@given(graphs())
def test_edges_lead_from_box_to_box_inside_the_picture(graph: tuple[list[int], list[tuple[int, int]]]) -> None:
    widths, edges = graph
    drawing = draw(widths, HEIGHT, edges)
    for (source, target), points in zip(edges, drawing.edges, strict=True):
        (first_x, first_y), (last_x, last_y) = points[0], points[-1]
        assert first_y == drawing.boxes[source][1] + HEIGHT
        assert last_y == drawing.boxes[target][1]
        assert abs(first_x - (drawing.boxes[source][0] + widths[source] / 2)) <= 50
        assert abs(last_x - (drawing.boxes[target][0] + widths[target] / 2)) <= 50
        assert all(x <= drawing.width for x, _ in points)


@given(graphs())
def test_edges_go_down_but_for_those_that_close_a_cycle(graph: tuple[list[int], list[tuple[int, int]]]) -> None:
    widths, edges = graph
    drawing = draw(widths, HEIGHT, edges)
    for (source, target), backward in zip(edges, drawing.backward, strict=True):
        if not backward:
            assert drawing.boxes[source][1] < drawing.boxes[target][1]


def test_a_graph_without_cycles_has_no_backward_edge() -> None:
    assert draw([50] * 4, HEIGHT, [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3)]).backward == [False] * 5


def test_a_loop_has_one() -> None:
    assert draw([50] * 3, HEIGHT, [(0, 1), (1, 1), (1, 2)]).backward == [False, True, False]


def test_a_diamond_is_symmetric() -> None:
    boxes = draw([50] * 4, HEIGHT, [(0, 1), (0, 2), (1, 3), (2, 3)]).boxes
    assert boxes[0][0] == boxes[3][0]
    assert boxes[0][0] - boxes[1][0] == boxes[2][0] - boxes[0][0]
