"""Jewellery pieces assembled from geo.py: each builder returns a Piece (list of parts)."""
import math, random
import numpy as np
from functools import lru_cache
from geo import *


class Piece:
    """parts: [(Mesh, 4x4, material key, tag)]; tag 'focus' parts decide the framing."""

    def __init__(self):
        self.parts = []

    def add(self, mesh, M, mat, tag='focus'):
        self.parts.append((mesh, M, mat, tag))
        return self

    def put(self, other, M, tag=None):
        for m, m0, mat, t in other.parts:
            self.parts.append((m, M @ m0, mat, tag or t))
        return self

    def verts(self, M=np.eye(4), focus=None):
        out = []
        for m, m0, mat, t in self.parts:
            if focus and t not in focus:
                continue
            A = M @ m0
            out.append(m.v @ A[:3, :3].T + A[:3, 3])
        return np.vstack(out)


gem_c = lru_cache(None)(gem)

PRONGS = {
    'round4': [45, 135, 225, 315],
    'round6': [30, 90, 150, 210, 270, 330],
    'oval': [50, 130, 230, 310],
    'cushion': [45, 135, 225, 315],
    'princess': [45, 135, 225, 315],
    'emerald': [55, 125, 235, 305],
    'pear': [90, 172, 8, 235, 305],
    'marquise': [90, 270, 155, 25, 205, 335],
}


@lru_cache(None)
def head_metal(shape, w, prongs, pr, rails=True, foot=True):
    """Claws and basket for a stone of width w, girdle at z = 0. The claws meet in a small foot at z = -.50 w."""
    poly = outline(shape) * w
    parts = []
    key = shape + str(prongs) if shape == 'round' else shape
    for a in PRONGS[key]:
        p, n = ray_outline(poly, math.radians(a))
        if shape in ('emerald', 'princess', 'cushion') or (shape in ('pear', 'marquise') and a in (90, 270)):
            n = unit(p)
        at = lambda s, z, k=0.0: np.r_[p * s + n * k, z]
        f = unit(p) * min(0.055, 0.10 * w)
        pts = spline(
            [
                np.r_[f, -0.50 * w],
                np.r_[f * 0.4 + p * 0.25, -0.425 * w],
                at(0.50, -0.335 * w),
                at(0.86, -0.15 * w),
                at(1, -0.01 * w, pr * 0.50),
                at(1, 0.045 * w, pr * 0.48),
                at(1, 0.052 * w + pr * 0.75, pr * 0.02),
                at(1, 0.060 * w + pr * 1.15, -pr * 0.80),
            ],
            84,
        )
        k = np.linspace(0, 1, len(pts))
        r = pr * np.interp(k, [0, 0.25, 0.6, 0.8, 0.92, 1], [0.80, 0.80, 0.92, 1.0, 1.0, 0.86])
        parts.append((tube(pts, r, 14), np.eye(4)))
    if rails:
        for s, z, rr in ((0.80, -0.185 * w, 0.60), (0.50, -0.335 * w, 0.62)):
            ring = offset_outline(outline(shape) * w * s, 0, 90)
            parts.append((tube(np.c_[ring, np.full(len(ring), z)], pr * rr, 10, closed=True), np.eye(4)))
    if foot:
        r0 = min(0.075, 0.125 * w)
        parts.append(
            (
                lathe(
                    [
                        (0.001, -0.455 * w),
                        (r0 * 0.75, -0.46 * w),
                        (r0 * 0.95, -0.48 * w),
                        (r0 * 1.0, -0.52 * w),
                        (r0 * 1.05, -0.58 * w),
                        (0.001, -0.58 * w),
                    ],
                    32,
                ),
                np.eye(4),
            )
        )
    return join(parts)


def head(shape, w, metal, gemmat='moi', prongs=4, pr=None, rails=True, foot=True):
    P = Piece()
    pr = pr or (0.020 + 0.022 * w)
    P.add(gem_c(shape), S(w), gemmat)
    P.add(head_metal(shape, w, prongs, pr, rails, foot), np.eye(4), metal)
    return P


@lru_cache(None)
def halo_metal(shape, w, w2, gap, n):
    base = outline(shape) * w
    parts = []
    for off, z, rr in (
        (gap * 0.5, -0.01, 0.018),
        (gap + w2 + 0.004, -0.012, 0.022),
        (gap + w2 * 0.55, -0.42 * w2 - 0.03, 0.03),
    ):
        ring = offset_outline(base, off, 120)
        parts.append((tube(np.c_[ring, np.full(len(ring), z)], rr, 10, closed=True), np.eye(4)))
    c = resample_closed(offset_outline(base, gap + w2 / 2, 200), n)
    nx = np.roll(c, -1, 0)
    bead = sphere(0.021, 12, 8)
    for a, b in zip(c, nx):
        m = (a + b) / 2
        t = unit(b - a)
        nr = np.array([t[1], -t[0]])
        for k in (-0.34, 0.34):
            q = m + nr * k * w2
            parts.append((bead, T(q[0], q[1], 0.018)))
    return join(parts), c


def halo(shape, w, metal, gemmat, w2=0.15, gap=0.045):
    P = Piece()
    per = offset_outline(outline(shape) * w, gap + w2 / 2, 200)
    L = np.linalg.norm(np.roll(per, -1, 0) - per, axis=1).sum()
    n = int(L / (w2 * 1.06))
    M, c = halo_metal(shape, w, w2, gap, n)
    P.add(M, np.eye(4), metal)
    for i, q in enumerate(c):
        P.add(gem_c('round'), T(q[0], q[1], 0) @ R('z', i * 17) @ S(w2), gemmat)
    return P


RIN = 0.8625  # inner radius of every ring, cm: American size 7 (17.25 mm)


def shank(metal, width=0.2, thick=0.17, e=2.6, pinch=0.8, pave=None, gemmat='moi_s', span=(17, 62)):
    """Shank; pinch narrows it at the top; pave=w sets small stones along the shoulders."""
    P = Piece()
    r = RIN + thick + 0.005
    step = math.degrees(pave * 1.05 / r) if pave else 0
    n = int(round((span[1] - span[0]) / step)) if pave else 0
    end = math.radians(span[0] + (n - 0.35) * step)

    def taper(t):
        k = math.exp(-((t / 0.5) ** 2))
        kt = 1.0
        if pave:  # the shank steps down under the stones
            kt = 1 - 0.38 * min(1, max(0, (end + 0.06 - abs(t)) / 0.06))
        return 1 - (1 - pinch) * k, kt

    P.add(band(RIN, width, thick, e, 300, taper), np.eye(4), metal)
    for i in range(n):
        a = span[0] + i * step
        for s in (-1, 1):
            P.add(gem_c('round'), R('y', s * a) @ T(0, 0, r) @ S(pave), gemmat)
            for sy in (-1, 1):
                P.add(_bead(0.02), R('y', s * (a + step / 2)) @ T(0, sy * pave * 0.40, r + 0.012), metal)
    if pave:
        for s in (-1, 1):
            for sy in (-1, 1):
                th = np.linspace(0.04, end + 0.075, 48) * s
                k = np.interp(abs(th), [end, end + 0.075], [0, 1])
                path = np.c_[
                    np.sin(th) * (r - 0.033 - 0.03 * k),
                    (pave * 0.52 - 0.012 * k) * sy,
                    np.cos(th) * (r - 0.033 - 0.03 * k),
                ]
                P.add(tube(path, 0.026, 10), np.eye(4), metal)
    return P


_bead = lru_cache(None)(lambda r: sphere(r, 12, 8))


def ring_solitaire(
    metal, shape='round', w=0.72, prongs=6, gemmat='moi', pave=None, width=0.19, thick=0.16, halo_w=None, pinch=0.72
):
    P = Piece()
    P.put(shank(metal, width, thick, pinch=pinch, pave=pave), np.eye(4), 'focus')
    zg = RIN + thick - 0.012 + 0.52 * w
    H = head(shape, w, metal, gemmat, prongs)
    M = T(0, 0, zg)
    P.put(H, M, 'head')
    if halo_w:
        P.put(halo(shape, w, metal, 'moi_s', halo_w), M @ T(0, 0, -0.02), 'head')
    return P


def ring_three(metal, shape='round', w=0.62, side='round', w2=0.46, gemmat='moi', width=0.2, thick=0.17):
    P = Piece()
    P.put(shank(metal, width, thick, pinch=0.85), np.eye(4), 'focus')
    zg = RIN + thick - 0.012 + 0.52 * w
    P.put(head(shape, w, metal, gemmat, 4), T(0, 0, zg), 'head')
    ext = 0.5 * w2 * (1.0 if side != 'pear' else 1.35)
    r2 = RIN + thick - 0.012 + 0.52 * w2
    b = math.degrees((w / 2 + ext + 0.05) / (zg - 0.02))
    for s in (-1, 1):
        rot = R('z', {'pear': -90 * s}.get(side, 0))
        P.put(head(side, w2, metal, gemmat, 4), R('y', s * b) @ T(0, 0, r2) @ rot, 'head')
    return P


def ring_eternity(metal, w=0.235, gemmat='moi_s', rin=RIN, arc=360, width=None, shape='round'):
    """Shared-prong row of stones on a low band; arc < 360 makes a half eternity (also used for hoops)."""
    P = Piece()
    width = width or w * 0.92
    thick = 0.10
    P.add(band(rin, width, thick, 3.2), np.eye(4), metal, 'focus')
    r = rin + thick + 0.40 * w
    n = int(TAU * r / (w * 1.045))
    step = 360 / n
    k = int(arc / step / 2)
    idx = range(n) if arc >= 360 else range(-k, k + 1)
    pr = 0.026
    pin = tube([(0, 0, -0.42 * w), (0, 0, 0.07 * w)], pr, 10)
    for i in idx:
        P.add(gem_c(shape), R('y', i * step) @ T(0, 0, r) @ S(w), gemmat, 'head')
    for i in idx if arc >= 360 else list(idx) + [k + 1]:
        for sy in (-1, 1):
            P.add(pin, R('y', (i - 0.5) * step) @ T(0, sy * w * 0.37, r), metal, 'head')
    for sy in (-1, 1):
        th = (
            np.linspace(0, TAU, 200, endpoint=False)
            if arc >= 360
            else np.radians(np.linspace(-k * step - step * 0.6, k * step + step * 0.6, 160))
        )
        rr = r - 0.25 * w
        path = np.c_[np.sin(th) * rr, np.full(len(th), sy * w * 0.40), np.cos(th) * rr]
        P.add(tube(path, 0.022, 8, closed=arc >= 360), np.eye(4), metal, 'focus')
    return P


def ring_plain(metal, width=0.4, thick=0.17, e=2.4, rin=RIN):
    return Piece().add(band(rin, width, thick, e), np.eye(4), metal)


def ring_bezel(metal, shape='oval', w=0.6, gemmat='moi', width=0.24, thick=0.17):
    P = Piece()
    P.put(shank(metal, width, thick, pinch=1.0), np.eye(4), 'focus')
    H = bezel(shape, w, metal, gemmat)
    for rr, z in ((0.43, -0.22), (0.36, -0.30), (0.28, -0.37)):  # stepped cup between bezel and shank
        H.add(torus(rr * w, 0.05 * w + 0.012, 72, 12), T(0, 0, z * w), metal)
    P.put(H, T(0, 0, RIN + 0.06 + 0.40 * w), 'head')
    return P


# ---------------------------------------------------------------- bezels, chains, clasps
@lru_cache(None)
def bezel_metal(shape, w):
    p = outline(shape) * w
    return wall(
        p,
        [
            (-0.022, 0.045 * w + 0.012),
            (0.0, 0.06 * w + 0.022),
            (0.03, 0.05 * w + 0.018),
            (0.045, 0),
            (0.042, -0.15 * w),
            (0.01, -0.19 * w),
            (-0.03, -0.17 * w),
            (-0.012, -0.05),
            (-0.006, -0.01),
        ],
    )


def bezel(shape, w, metal, gemmat='moi'):
    return Piece().add(gem_c(shape), S(w), gemmat).add(bezel_metal(shape, w), np.eye(4), metal)


@lru_cache(None)
def link(L, W, r):
    t = np.linspace(-math.pi / 2, math.pi / 2, 9)
    rr = W / 2 - r
    a = L / 2 - W / 2
    path = [(a + rr * math.cos(x), rr * math.sin(x), 0) for x in t] + [
        (-a - rr * math.cos(x), -rr * math.sin(x), 0) for x in t
    ]
    return tube(path, r, 8, closed=True)


def chain(path, metal, L=0.150, W=0.100, r=0.0155, tilt=45, tag='chain'):
    P = Piece()
    pts = arc_resample(path, L - 2.5 * r)
    m = link(L, W, r)
    for i in range(len(pts) - 1):
        x = unit(pts[i + 1] - pts[i])
        y = unit(np.cross([0, 0, 1.0], x))
        z = np.cross(x, y)
        P.add(m, frame((pts[i] + pts[i + 1]) / 2, x, y, z) @ R('x', tilt if i % 2 else tilt - 90), metal, tag)
    return P


def ball(metal, r, M):
    return Piece().add(sphere(r, 20, 14), M, metal)


def lobster(metal, L=0.95):
    """Lobster clasp lying along +x from its ring (x = 0): body, hook, lever."""
    P = Piece()
    P.add(torus(0.085, 0.020, 40, 10), T(-0.02, 0, 0), metal, 'clasp')
    path = spline(
        [
            (0.10, 0.02, 0),
            (0.28, 0.15, 0),
            (0.52, 0.20, 0),
            (0.76, 0.12, 0),
            (0.86, -0.04, 0),
            (0.78, -0.15, 0),
            (0.64, -0.17, 0),
        ],
        90,
    )
    k = np.linspace(0, 1, len(path))
    P.add(
        tube(path, np.interp(k, [0, 0.25, 0.6, 1], [0.085, 0.095, 0.062, 0.045]), 16, sx=1, sy=0.8),
        np.eye(4),
        metal,
        'clasp',
    )
    P.add(
        tube(spline([(0.12, -0.02, 0), (0.30, -0.10, 0), (0.50, -0.165, 0), (0.66, -0.165, 0)], 50), 0.05, 14, sy=0.8),
        np.eye(4),
        metal,
        'clasp',
    )
    P.add(sphere(0.045, 16, 10), T(0.30, -0.17, 0), metal, 'clasp')
    return P


def clasp_end(metal):
    """Jump ring, three extender links and a tag."""
    P = Piece()
    P.add(torus(0.11, 0.022, 44, 10), T(0, 0, 0) @ R('x', 38), metal, 'clasp')
    return P


CLOSED = 0.97  # centimetres from the lobster's chain end to the other chain end: its hook holds the ring


def box_clasp(metal, w, L=0.40):
    """Box clasp of a tennis line along x, with its tongue line and a figure-eight safety catch on the side."""
    P = Piece()
    h = 0.26
    P.add(rounded_box(L, w * 0.62, h), T(0, 0, -0.20 * w), metal, 'clasp')
    P.add(rounded_box(L * 0.30, w * 0.66, h * 1.06), T(-L * 0.36, 0, -0.20 * w), metal, 'clasp')
    P.add(rounded_box(L * 0.22, w * 0.30, 0.05), T(L * 0.1, 0, -0.20 * w + h * 0.53), metal, 'clasp')  # push piece
    y = -w * 0.34
    P.add(
        tube(
            spline(
                [
                    (-0.17, y - 0.03, -0.20 * w),
                    (-0.06, y - 0.045, -0.14 * w),
                    (0.08, y - 0.045, -0.14 * w),
                    (0.19, y - 0.03, -0.20 * w),
                    (0.08, y - 0.045, -0.26 * w),
                    (-0.06, y - 0.045, -0.26 * w),
                ],
                90,
                closed=True,
            ),
            0.022,
            10,
            closed=True,
        ),
        np.eye(4),
        metal,
        'clasp',
    )
    for x in (-0.19, 0.20):
        P.add(sphere(0.042, 16, 10), T(x, y - 0.015, -0.20 * w), metal, 'clasp')
    return P


# ---------------------------------------------------------------- necklaces
def pendant_drop(metal, shape='round', w=0.6, style='prong', gemmat='moi', halo_w=None):
    """The pendant alone, lying in xy, hanging to -y; the chain passes through the origin along x. Girdle height zero at z = 0."""
    P = Piece()
    B = Piece()
    if style == 'prong':
        B.put(head(shape, w, metal, gemmat, 4, foot=False), np.eye(4))
        top = outline(shape)[:, 1].max() * w
    else:
        B.put(bezel(shape, w, metal, gemmat), np.eye(4))
        top = outline(shape)[:, 1].max() * w + 0.04
    if halo_w:
        B.put(halo(shape, w, metal, 'moi_s', halo_w), T(0, 0, -0.02))
        top += halo_w + 0.06
    zb = -0.10 * w
    B.add(torus(0.055, 0.019, 36, 10, 'x'), T(0, top + 0.03, zb), metal, 'bail')
    # tapered bail: a flat loop, wider in front
    yb = top + 0.03 + 0.055 + 0.115
    a = np.linspace(0, TAU, 48, endpoint=False)
    path = np.c_[np.zeros(48), 0.135 * np.cos(a) + 0.0, 0.095 * np.sin(a)]
    rr = 0.030 + 0.014 * np.sin(a)
    B.add(tube(path, rr, 12, closed=True, sx=0.55, sy=1.25), T(0, yb, zb), metal, 'bail')
    P.put(B, T(0, -(yb + 0.07), -zb))
    return P


def necklace(metal, path, drop=None, M=np.eye(4), clasp=True, at=None):
    """Chain along path (closed by a lobster clasp at the middle of its far end when clasp is set) and the drop placed by M."""
    P = Piece()
    P.put(chain(path, metal), np.eye(4), 'chain')
    if drop is not None:
        P.put(drop, M, 'head')
    return P


def laid_chain(metal, length=45, wide=4.6, z=0.05, n=900, v=1.25, opened=False):
    """A closed chain laid on the table: the pendant end at the origin pointing to -y, the clasp at the far end. Returns the path scaled to length."""
    t = np.linspace(0, TAU, n)

    def loop(s):
        y = s * (1 - np.cos(t)) / 2
        x = wide * np.sin(t) * np.sin(t / 2) ** 0.55 * (1 + 0.07 * np.sin(2 * t + 0.6))
        x = wide * np.sign(np.sin(t)) * abs(np.sin(t)) ** v * (1 + 0.10 * np.cos(t)) + 0.12 * np.sin(3 * t)
        return np.c_[x, y + 0.15 * np.sin(2 * t) * (1 - np.cos(t)) / 2, np.full(n, z)]

    lo, hi = 4.0, 30.0
    for _ in range(40):
        s = (lo + hi) / 2
        L = np.linalg.norm(np.diff(loop(s), axis=0), axis=1).sum()
        lo, hi = (s, hi) if L < length else (lo, s)
    return loop(s)


def pendant_laid(metal, length=45, wide=4.6, reach=None, **k):
    """Pendant on its chain, laid flat, closed at the far end by a lobster clasp."""
    d = pendant_drop(metal, **k)
    floor = d.verts()[:, 2].min()
    path = laid_chain(metal, length, wide)
    zc = 0.05
    P = Piece()
    lift = -floor + 0.001
    # near the bail the chain rises to run through it
    rise = np.exp(-((path[:, 0] ** 2 + (path[:, 1]) ** 2) / 0.45))
    path[:, 2] = zc + (lift - zc) * rise
    P.put(d, T(0, path[0, 1], lift), 'head')
    if reach:
        keep = path[:, 1] < reach
        i = np.where(~keep)[0]
        a, b = path[: i[0]], path[i[-1] + 1 :]
        P.put(chain(a[::1], metal), np.eye(4), 'chain')
        P.put(chain(b, metal), np.eye(4), 'chain')
    else:
        far = np.argmax(path[:, 1])
        c = path[far]
        dist = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
        a = path[dist < dist[far] - CLOSED / 2]
        b = path[dist > dist[far] + CLOSED / 2]
        P.put(chain(a, metal), np.eye(4), 'chain')
        P.put(chain(b, metal), np.eye(4), 'chain')
        P.put(
            lobster(metal),
            frame(
                a[-1] + np.array([0, 0, 0.03]),
                unit(b[0] - a[-1]),
                np.cross([0, 0, 1.0], unit(b[0] - a[-1])),
                np.array([0, 0, 1.0]),
            ),
            'clasp',
        )
        P.put(clasp_end(metal), T(*(b[0] - unit(b[0] - a[-1]) * 0.11 + np.array([0, 0, 0.03]))), 'clasp')
    return P


def bar_drop(metal, gemmat='moi_s', n=9, w=0.2):
    """Bar with n stones, its two loops at x = +-L/2."""
    P = Piece()
    pitch = 0.255
    Lx = n * pitch + 0.16
    P.add(rounded_box(Lx, 0.27, 0.13), np.eye(4), metal)
    for i in range(n):
        x = (i - (n - 1) / 2) * pitch
        P.add(gem_c('round'), T(x, 0, 0.085) @ S(w), gemmat)
        P.add(
            wall(
                outline('round') * w,
                [
                    (-0.010, 0.012),
                    (0.006, 0.016),
                    (0.020, 0.006),
                    (0.024, -0.04),
                    (0.024, -0.10),
                    (-0.01, -0.10),
                    (-0.004, -0.02),
                ],
            ),
            T(x, 0, 0.085),
            metal,
        )
    for s in (-1, 1):
        P.add(torus(0.060, 0.019, 36, 10), T(s * (Lx / 2 + 0.035), 0, 0), metal)
    P.half = Lx / 2 + 0.09
    return P


def bar_laid(metal, length=45, wide=5.2, reach=None):
    d = bar_drop(metal)
    P = Piece()
    P.put(d, T(0, 0, 0.085), 'head')
    path = laid_chain(metal, length - 2 * d.half, wide, 0.05)
    path[:, 0] += np.sign(path[:, 0] + 1e-9) * 0
    h = d.half
    k = 1 - np.exp(-path[:, 1] / 0.9)
    half = len(path) // 2
    R_ = path[:half].copy()
    L_ = path[half:].copy()
    R_[:, 0] += h * np.exp(-R_[:, 1] / 9)
    L_[:, 0] -= h * np.exp(-L_[:, 1] / 9)
    if reach:
        R_, L_ = R_[R_[:, 1] < reach], L_[L_[:, 1] < reach]
        P.put(chain(R_, metal), np.eye(4), 'chain')
        P.put(chain(L_, metal), np.eye(4), 'chain')
    else:
        a, b = R_[-1], L_[0]
        u = unit(b - a)
        R_ = np.vstack([R_, a + u * max(0, np.linalg.norm(b - a) / 2 - CLOSED / 2)])
        L_ = np.vstack([b - u * max(0, np.linalg.norm(b - a) / 2 - CLOSED / 2), L_])
        P.put(chain(R_, metal), np.eye(4), 'chain')
        P.put(chain(L_, metal), np.eye(4), 'chain')
        P.put(
            lobster(metal),
            frame(R_[-1] + np.array([0, 0, 0.03]), u, np.cross([0, 0, 1.0], u), np.array([0, 0, 1.0])),
            'clasp',
        )
        P.put(clasp_end(metal), T(*(L_[0] - u * 0.11 + np.array([0, 0, 0.03]))), 'clasp')
    return P


# ---------------------------------------------------------------- tennis lines: articulated links
@lru_cache(None)
def tennis_metal(shape, w, pitch):
    """One link: claws, one gallery rail, a boxed base and the two hinge knuckles."""
    pr = 0.018 + 0.018 * w
    ext = outline(shape)[:, 0].max() * 2 * w
    hy = outline(shape)[:, 1].max() * w
    parts = []
    poly = outline(shape) * w
    for a in PRONGS['round4' if shape == 'round' else shape]:
        p, n = ray_outline(poly, math.radians(a))
        at = lambda s, z, k=0.0: np.r_[p * s + n * k, z]
        pts = spline(
            [
                at(0.62, -0.42 * w),
                at(0.80, -0.22 * w),
                at(1, -0.02 * w, pr * 0.35),
                at(1, 0.04 * w + pr * 0.3, pr * 0.1),
                at(1, 0.085 * w + pr * 0.4, -pr * 1.0),
            ],
            40,
        )
        parts.append(
            (tube(pts, pr * np.interp(np.linspace(0, 1, len(pts)), [0, 0.8, 1], [1.05, 1, 0.75]), 12), np.eye(4))
        )
    ring = offset_outline(outline(shape) * w * 0.80, 0, 64)
    parts.append((tube(np.c_[ring, np.full(len(ring), -0.20 * w)], pr * 0.72, 8, closed=True), np.eye(4)))
    ring = offset_outline(outline(shape) * w * 0.62, 0, 64)
    parts.append(
        (tube(np.c_[ring, np.full(len(ring), -0.40 * w)], pr * 1.0, 8, closed=True, sx=1.3, sy=0.8), np.eye(4))
    )
    parts.append(
        (tube([(-pitch * 0.5, -hy * 0.22, -0.40 * w), (-pitch * 0.5, hy * 0.22, -0.40 * w)], pr * 1.15, 12), np.eye(4))
    )  # hinge pin
    for s in (-1, 1):
        parts.append(
            (
                tube([(-pitch * 0.5, s * hy * 0.16, -0.40 * w), (-ext * 0.27, s * hy * 0.16, -0.40 * w)], pr * 0.8, 10),
                np.eye(4),
            )
        )
        parts.append((tube([(pitch * 0.5, 0, -0.40 * w), (ext * 0.27, 0, -0.40 * w)], pr * 0.9, 10), np.eye(4)))
    return join(parts)


def tennis(path, metal, w, shape='round', gemmat='moi_s', up=None, n=None, pitch=None, clasp=0.40, tag='focus'):
    """n stones along the path, then the clasp; up(p) gives the direction of the tables."""
    P = Piece()
    p = np.asarray(path, float)
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
    at = lambda d: np.array([np.interp(d, s, p[:, i]) for i in range(3)])
    tm = tennis_metal(shape, w, pitch)

    def fr(d0, d1):
        a, b = at(d0), at(d1)
        c = (a + b) / 2
        x = unit(b - a)
        z = unit(up(c)) if up else np.array([0, 0, 1.0])
        y = unit(np.cross(z, x))
        z = np.cross(x, y)
        return frame(c, x, y, z)

    for i in range(n):
        M = fr(i * pitch, (i + 1) * pitch)
        P.add(gem_c(shape), M @ R('z', 13 * i if shape == 'round' else 0) @ S(w), gemmat, tag)
        P.add(tm, M, metal, tag)
    if clasp:
        ext = outline(shape)[:, 1].max() * 2 * w
        P.put(box_clasp(metal, min(w * 1.05, ext)), fr(n * pitch, n * pitch + clasp), 'clasp')
    return P


def loop_path(L, a, b, wob=0.0, n=900, z=0, phase=0):
    """A closed soft oval of length L, starting at the back."""
    t = np.linspace(0, TAU, n) + math.pi / 2 + phase
    r = 1 + wob * np.sin(2 * t + 0.7) + wob * 0.6 * np.sin(3 * t)
    p = np.c_[a * np.cos(t) * r, b * np.sin(t) * r, np.full(n, z)]
    k = L / np.linalg.norm(np.diff(p, axis=0), axis=1).sum()
    p[:, :2] *= k
    return p


TENNIS = {'round': dict(w=0.65, n=26, pitch=0.66), 'oval': dict(w=0.55, n=30, pitch=0.57)}


def tennis_standing(metal, shape='round', phase=0):
    """Closed and standing on its edge, as the hinges let it: stones look outward, the loop is not a perfect circle."""
    q = TENNIS[shape]
    L = q['n'] * q['pitch'] + 0.40
    p = loop_path(L, 3.0, 2.45, 0.035, phase=phase)
    c = p.mean(0)
    return tennis(
        p,
        metal,
        q['w'],
        shape,
        up=lambda x: np.array([(x - c)[0] / 9.0, (x - c)[1] / 6.0, 0.10]),
        n=q['n'],
        pitch=q['pitch'],
    )


def tennis_open(metal, shape='round', bend=1.0):
    """Opened and laid on the table in a slow curve, tables up, the tongue of the clasp free."""
    q = TENNIS[shape]
    t = np.linspace(0, 1, 700)
    p = np.c_[17.6 * t - 8.8, bend * (1.5 * np.sin(3.0 * t + 0.1) - 0.75), np.zeros(700)]
    k = (q['n'] * q['pitch'] + 0.5) / np.linalg.norm(np.diff(p, axis=0), axis=1).sum()
    return tennis(p * k, metal, q['w'], shape, n=q['n'], pitch=q['pitch'])


def tennis_closed(path, metal, w, up=None, clasp=0.40):
    """Along a closed path: as many stones as fit beside the clasp, spaced so that the line meets it at both ends."""
    length = np.linalg.norm(np.diff(path, axis=0), axis=1).sum()
    n = int((length - 0.5) / (w + 0.012))
    return tennis(path, metal, w, up=up, n=n, pitch=(length - clasp) / n, clasp=clasp)


def tennis_neck_laid(metal, length=42, w=0.30):
    path = laid_chain(metal, length, 4.9, 0.14, v=0.95)
    half = len(path) // 2
    return tennis_closed(np.vstack([path[half:], path[1 : half + 1]]), metal, w)  # begins at the clasp


# ---------------------------------------------------------------- earrings
@lru_cache(None)
def butterfly_metal():
    parts = [
        (
            lathe(
                [
                    (0.001, 0.016),
                    (0.15, 0.015),
                    (0.205, 0.010),
                    (0.215, 0),
                    (0.205, -0.010),
                    (0.15, -0.015),
                    (0.001, -0.016),
                ],
                56,
            ),
            S(1.12, 0.78, 1),
        )
    ]
    for s in (-1, 1):
        a = np.linspace(-math.pi / 2, math.pi * 1.25, 60)
        rr = np.linspace(0.120, 0.075, 60)
        path = np.c_[s * (0.115 + rr * np.cos(a) * 0.9), np.zeros(60), 0.135 + rr * np.sin(a) - 0.005]
        path = np.vstack([[(s * 0.02, 0, 0.012)], path])
        parts.append((tube(path, 0.125, 14, caps=False, sx=0.12, sy=1.0), np.eye(4)))
    parts.append((torus(0.055, 0.016, 32, 8), T(0, 0, -0.012)))
    return join(parts)


def post(metal, z0, L=1.0, back=True, at=0.62):
    """Post from z0 towards -z with a groove at its end, and a butterfly back on it."""
    P = Piece()
    P.add(tube([(0, 0, z0), (0, 0, z0 - L)], 0.041, 16), np.eye(4), metal, 'post')
    P.add(torus(0.038, 0.010, 24, 8), T(0, 0, z0 - L + 0.10), metal, 'post')
    if back:
        P.add(butterfly_metal(), T(0, 0, z0 - L * at) @ R('x', 180) @ S(0.80), metal, 'post')
    return P


def stud(metal, shape='round', w=0.5, gemmat='moi', halo_w=None, style='prong', back=True, at=0.62):
    P = Piece()
    if style == 'prong':
        P.put(head(shape, w, metal, gemmat, 4), np.eye(4), 'head')
        z0 = -0.56 * w
    else:
        P.put(bezel(shape, w, metal, gemmat), np.eye(4), 'head')
        P.add(
            lathe(
                [
                    (0.001, -0.20 * w),
                    (0.40 * w, -0.20 * w),
                    (0.34 * w, -0.30 * w),
                    (0.20 * w, -0.42 * w),
                    (0.08, -0.47 * w),
                    (0.001, -0.47 * w),
                ],
                48,
            ),
            np.eye(4),
            metal,
            'head',
        )
        z0 = -0.44 * w
    if halo_w:
        P.put(halo(shape, w, metal, 'moi_s', halo_w), T(0, 0, -0.02), 'head')
    P.put(post(metal, z0, 1.02, back, at), np.eye(4), 'post')
    return P


LYING = lambda spin=0, up=5: R('z', spin) @ R('x', 90 - up)


def studs(p, dx=0.62, spins=(10, -24)):
    """A pair lying on their claws and backs, tables to the viewer; the second turned so that post and butterfly show."""
    P = Piece()
    for s, sp in zip((-1, 1), spins):
        M = R('z', sp) @ R('x', 86)
        q = p.verts(M)
        P.put(p, T(s * dx, 0 if s < 0 else 0.15, -q[:, 2].min()) @ M)
    return P


def hinge_top(metal, Rr, r, gap=30, post_r=0.042):
    """Hinge, post and click of a hoop in the xz plane; the open part is at the top."""
    P = Piece()
    g = math.radians(gap)
    p = lambda a, k=Rr: (k * math.sin(a), 0, k * math.cos(a))
    P.add(tube([(p(-g)[0], -0.082, p(-g)[2]), (p(-g)[0], 0.082, p(-g)[2])], 0.062, 16), np.eye(4), metal, 'post')
    a = np.linspace(-g, g * 0.96, 40)
    P.add(tube([p(x, Rr + 0.02 * math.cos(x / g * math.pi / 2)) for x in a], post_r, 12), np.eye(4), metal, 'post')
    M = T(*p(g)) @ R('y', math.degrees(g))
    P.add(rounded_box(0.13, max(0.16, 1.5 * r), max(0.17, 1.6 * r)), M, metal, 'post')
    return P


def hoop_plain(metal, D=2.0, r=0.14):
    """Hollow hoop, D across, hinged: tube open at the top where the post closes it."""
    Rr = D / 2 - r
    g = math.radians(30)
    t = np.linspace(g, TAU - g, 200)
    path = np.c_[Rr * np.sin(t), np.zeros(200), Rr * np.cos(t)]
    k = (1 - np.cos(t - 0)) / 2  # fuller at the bottom
    P = Piece().add(tube(path, r * (0.62 + 0.38 * k), 28), np.eye(4), metal)
    return P.put(hinge_top(metal, Rr, r * 0.7), np.eye(4))


def hoop_pave(metal, D=2.0, w=0.15, gemmat='moi_s'):
    """Stones along the outside, all the way from hinge to click."""
    thick, width = 0.10, 0.20
    rin = D / 2 - thick - 0.06
    g = 33
    P = Piece()
    n = 220
    t = np.radians(np.linspace(g - 3, 360 - g + 3, n))
    prof = superellipse(thick / 2, width / 2, 3.6, 24)
    vs = []
    for th in t:
        r = rin + thick / 2 + prof[:, 0]
        vs.append(np.c_[r * math.sin(th), prof[:, 1], r * math.cos(th)])
    nv = len(prof)
    fs = grid_faces(n, nv, close_u=False) + [tuple(range(nv)), tuple(range((n - 1) * nv, n * nv))]
    P.add(Mesh(np.vstack(vs), fs, True), np.eye(4), metal)
    r = rin + thick + 0.30 * w
    step = math.degrees(w * 1.05 / r)
    m = int((360 - 2 * g) / step)
    for i in range(m):
        a = 180 + (i - (m - 1) / 2) * step
        P.add(gem_c('round'), R('y', a) @ T(0, 0, r) @ R('z', 20 * i) @ S(w), gemmat, 'head')
    for i in range(m + 1):
        a = 180 + (i - m / 2) * step
        for sy in (-1, 1):
            P.add(
                tube([(0, sy * w * 0.40, -0.42 * w), (0, sy * w * 0.37, 0.09 * w)], 0.019, 8),
                R('y', a) @ T(0, 0, r),
                metal,
                'head',
            )
    for sy in (-1, 1):
        th = np.radians(np.linspace(g, 360 - g, 160))
        rr = rin + thick + 0.01
        P.add(
            tube(np.c_[np.sin(th) * rr, np.full(160, sy * (width / 2 - 0.014)), np.cos(th) * rr], 0.016, 8),
            np.eye(4),
            metal,
        )
    return P.put(hinge_top(metal, rin + thick / 2, 0.07), np.eye(4))


def hoops(h, dx=0.80, spins=(58, 34)):
    """A pair standing on the table, turned to the viewer."""
    P = Piece()
    for s, sp in zip((-1, 1), spins):
        M = R('z', sp) @ R('y', 8 * s)
        P.put(h, T(s * dx, -0.2 * s, -h.verts(M)[:, 2].min()) @ M)
    return P


def drop(metal, shape='pear', w=0.5, gemmat='moi', top_w=0.3, halo_w=None, style='prong'):
    """French wire, small round stone, two jump rings, hanging stone: lies in the xy plane, hangs to -y; the wire bends away to -z (into the ear)."""
    P = Piece()
    P.put(
        head(shape, w, metal, gemmat, 4, foot=False) if style == 'prong' else bezel(shape, w, metal, gemmat),
        np.eye(4),
        'head',
    )
    top = outline(shape)[:, 1].max() * w + (0.02 if style == 'prong' else 0.045)
    if halo_w:
        P.put(halo(shape, w, metal, 'moi_s', halo_w), T(0, 0, -0.02), 'head')
        top += halo_w + 0.055
    z = -0.12 * w
    P.add(torus(0.060, 0.018, 36, 10, 'x'), T(0, top + 0.04, z), metal)
    P.add(torus(0.060, 0.018, 36, 10, 'z'), T(0, top + 0.135, z), metal)
    yt = top + 0.135 + 0.075 + top_w / 2 + 0.02
    P.put(bezel('round', top_w, metal, 'moi'), T(0, yt, z + 0.05), 'head')
    y0 = yt + top_w * 0.5
    pts = [
        (0, yt, z - 0.03),
        (0, y0 + 0.10, z - 0.02),
        (0, y0 + 0.45, z - 0.02),
        (0, y0 + 0.78, z - 0.16),
        (0, y0 + 0.86, z - 0.44),
        (0, y0 + 0.66, z - 0.72),
        (0, y0 + 0.1, z - 0.86),
        (0, y0 - 0.62, z - 0.92),
        (0, y0 - 0.80, z - 1.0),
    ]
    P.add(tube(spline(pts, 140), 0.036, 12), np.eye(4), metal, 'wire')
    P.top = (0, y0 + 0.86, z - 0.44)
    return P


def drops(metal, gap=None, **k):
    """A pair lying on its side, wires flat on the table."""
    P = Piece()
    d = drop(metal, **k)
    sp = gap or (k.get('w', 0.5) * 0.75 + (k.get('halo_w') or 0) + 0.20)
    for s in (-1, 1):
        M = R('z', 5 * s) @ R('y', 14 * s)
        P.put(d, T(s * sp, 0.1 * s, -d.verts(M)[:, 2].min()) @ M)
    return P


# ---------------------------------------------------------------- bracelets
def bangle(metal, rin=2.80, width=0.36, thick=0.18, e=2.5, pave=None):
    """Oval bangle, inner oval about 58 x 50 mm, hinge and clasp in its sides."""
    P = Piece()
    B = Piece()
    if pave:
        w = pave
        kt = lambda t: (1, 0.62 if abs(t) < math.radians(54) else 1)
        B.add(band(rin, width, thick, e, 320, kt), np.eye(4), metal)
        r = rin + thick * 0.80 + 0.02
        step = math.degrees(w * 1.06 / r)
        n = int(51 / step)
        for i in range(-n, n + 1):
            B.add(gem_c('round'), R('y', i * step) @ T(0, 0, r) @ R('z', 21 * i) @ S(w), 'moi_s', 'head')
            for sy in (-1, 1):
                B.add(_bead(0.021), R('y', (i + 0.5) * step) @ T(0, sy * w * 0.44, r + 0.010), metal, 'head')
        for sy in (-1, 1):
            th = np.radians(np.linspace(-54, 54, 160))
            B.add(
                tube(
                    np.c_[np.sin(th) * (r - 0.03), np.full(160, sy * (w * 0.5 + 0.035)), np.cos(th) * (r - 0.03)],
                    0.035,
                    10,
                ),
                np.eye(4),
                metal,
            )
    else:
        B.add(band(rin, width, thick, e, 320), np.eye(4), metal)
    for a in (90, -90):  # hinge knuckle and clasp seam
        if a == 90:
            B.add(
                tube([(0, -width * 0.36, 0), (0, width * 0.36, 0)], 0.055, 16),
                R('y', a) @ T(0, 0, rin + thick * 0.92),
                metal,
                'clasp',
            )
        else:
            B.add(rounded_box(0.16, width * 0.50, 0.07), R('y', a) @ T(0, 0, rin + thick), metal, 'clasp')
    P.put(B, S(1.06, 1, 0.93))
    return P


def lying_bangle(p, az=0):
    return Piece().put(p, R('z', az) @ R('x', 90))


def chain_bracelet(metal, path, L=0.15, W=0.10, r=0.0155):
    """Chain along an open path, lobster and ring at its ends."""
    P = Piece()
    P.put(chain(path, metal, L, W, r), np.eye(4), 'chain')
    return P


def oval_laid(length, a=3.3, b=2.5, z=0.05, n=800, wob=0.03, gap=CLOSED):
    p = loop_path(length, a, b, wob, n, z)
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
    return p[(s > gap / 2) & (s < s[-1] - gap / 2)]


def close_with_lobster(P, metal, path, k=1.0):
    a, b = path[-1], path[0]
    u = unit(b - a)
    P.put(
        lobster(metal),
        frame(a + np.array([0, 0, 0.03]), u, np.cross([0, 0, 1.0], u), np.array([0, 0, 1.0])) @ S(k),
        'clasp',
    )
    P.put(clasp_end(metal), T(*(b - u * 0.11 * k + np.array([0, 0, 0.03]))) @ S(k), 'clasp')
    return P


def station_bracelet(metal, gemmat='moi', n=5, w=0.30, path=None, up=None, length=18):
    """Fine chain with bezel-set stones at equal intervals; each stone is a link of the chain."""
    P = Piece()
    closed = path is None
    p = oval_laid(length) if closed else np.asarray(path, float)
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
    at = lambda d: np.array([np.interp(d, s, p[:, i]) for i in range(3)])
    mid, gap, half = s[-1] / 2, 2.3, w / 2 + 0.075
    cut = [mid + (i - (n - 1) / 2) * gap for i in range(n)]
    edges = [0] + [x for c in cut for x in (c - half, c + half)] + [s[-1]]
    for a, b in zip(edges[::2], edges[1::2]):
        P.put(chain([at(x) for x in np.linspace(a, b, 90)], metal), np.eye(4), 'chain')
    for c in cut:
        x = unit(at(c + 0.05) - at(c - 0.05))
        q = at(c)
        z = unit(up(q)) if up else np.array([0, 0, 1.0])
        y = unit(np.cross(z, x))
        z = np.cross(x, y)
        B = Piece().put(bezel('round', w, metal, gemmat), T(0, 0, 0.06), 'head')
        for sx in (-1, 1):
            B.add(torus(0.045, 0.016, 28, 8), T(sx * (w / 2 + 0.062), 0, 0.01), metal, 'head')
        P.put(B, frame(q, x, y, z))
    if closed:
        close_with_lobster(P, metal, p)
    return P


def charm(metal, gemmat='moi', w=0.30):
    """Polished disc, 14 mm, with one 3 mm stone at its heart; hangs to -y from the origin."""
    c = Piece()
    c.add(
        lathe(
            [
                (0.001, 0.075),
                (0.2, 0.074),
                (0.42, 0.066),
                (0.56, 0.050),
                (0.64, 0.030),
                (0.69, 0.008),
                (0.70, -0.012),
                (0.68, -0.032),
                (0.6, -0.040),
                (0.001, -0.040),
            ],
            96,
        ),
        T(0, -0.82, 0),
        metal,
    )
    c.put(bezel('round', w, metal, gemmat), T(0, -0.82, 0.105), 'head')
    c.add(torus(0.075, 0.022, 36, 10), T(0, -0.09, 0), metal)
    return c


def charm_bracelet(metal, gemmat='moi', path=None, up=None):
    P = Piece()
    closed = path is None
    p = oval_laid(18, 3.2, 2.6, 0.09, gap=CLOSED * 1.15) if closed else np.asarray(path, float)
    P.put(chain(p, metal, 0.30, 0.21, 0.034, 42), np.eye(4), 'chain')
    if closed:
        q = p[len(p) // 2]
        P.add(torus(0.12, 0.026, 40, 10, 'x'), T(q[0], q[1] - 0.02, 0.12), metal, 'head')
        P.put(charm(metal, gemmat), T(q[0], q[1] - 0.06, 0.045) @ R('z', 6), 'head')
        close_with_lobster(P, metal, p, 1.15)
    return P


# ---------------------------------------------------------------- bridal pair
def contour_band(metal, y0, width=0.20, thick=0.15, amp=0.085):
    """Plain band that bends round the head of the ring it is worn with."""
    wave = lambda t: y0 + amp * math.exp(-((t / 0.36) ** 2))  # amp has the sign of y0: away from the head
    return Piece().add(band(RIN, width, thick, 2.5, 360, None, wave), np.eye(4), metal, 'band')


def bridal(metal, w=0.65):
    P = ring_solitaire(metal, 'round', w, 6, pave=0.15, width=0.20, pinch=0.80)
    return P.put(contour_band(metal, -0.212, amp=-0.085), np.eye(4))
