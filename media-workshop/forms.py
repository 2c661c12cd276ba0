"""Porcelain display forms (hand, neck, ear) and boxes, at life size: signed distances blended smoothly, meshed by surface nets.
A form also tells where jewellery lies on it (a curve where a tilted plane meets its surface)."""
import math, os, hashlib
import numpy as np
from geo import *
from pieces import *

F = np.float32


def smin(a, b, k):
    h = np.clip(0.5 + 0.5 * (b - a) / k, 0, 1)
    return b + (a - b) * h - k * h * (1 - h)


def smax(a, b, k):
    return -smin(-a, -b, k)


def cone(p, a, b, r1, r2):
    """Round cone from a (radius r1) to b (radius r2), close enough to a distance."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    ba = b - a
    t = np.clip(((p - a) @ ba) / (ba @ ba), 0, 1)
    return np.linalg.norm(p - a - t[..., None] * ba, axis=-1) - (r1 + (r2 - r1) * t)


def ellipsoid(p, c, r):
    q = (p - np.asarray(c, float)) / np.asarray(r, float)
    k0 = np.linalg.norm(q, axis=-1)
    k1 = np.linalg.norm(q / np.asarray(r, float), axis=-1)
    return k0 * (k0 - 1) / np.maximum(k1, 1e-6)


def chainsdf(p, pts, rad, n=22):
    """A limb along a smooth curve through pts, its radius easing from one rad to the next."""
    c = spline(pts, n * 6)
    t = np.linspace(0, len(pts) - 1, len(c))
    from_ = np.interp(t, np.arange(len(pts)), rad)
    k = np.linspace(0, len(c) - 1, n + 1).round().astype(int)
    r = np.convolve(np.pad(from_, 12, mode='edge'), np.ones(25) / 25, 'valid')
    d = None
    for a, b in zip(k, k[1:]):
        e = cone(p, c[a], c[b], r[a], r[b])
        d = e if d is None else np.minimum(d, e)
    return d


def surface_net(f, lo, hi, h, smooth=24):
    """Mesh of f = 0 inside the box; normals come out smooth because vertices are projected onto the surface."""
    lo, hi = np.asarray(lo, float), np.asarray(hi, float)
    n = np.ceil((hi - lo) / h).astype(int) + 1
    ax = [lo[i] + h * np.arange(n[i]) for i in range(3)]
    G = np.empty(n, F)
    for i in range(n[0]):  # slice by slice: little memory
        Y, Z = np.meshgrid(ax[1], ax[2], indexing='ij')
        G[i] = f(np.stack([np.full_like(Y, ax[0][i]), Y, Z], -1))
    s = G < 0
    c = s[:-1, :-1, :-1].astype(int)
    for dx, dy, dz in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)):
        c = c + s[dx : n[0] - 1 + dx, dy : n[1] - 1 + dy, dz : n[2] - 1 + dz]
    cell = (c > 0) & (c < 8)
    idx = -np.ones(cell.shape, int)
    ijk = np.argwhere(cell)
    idx[cell] = np.arange(len(ijk))
    v = lo + (ijk + 0.5) * h
    for _ in range(5):  # project onto the surface
        e = 0.25 * h
        d = f(v)
        g = np.stack(
            [
                f(v + [e, 0, 0]) - f(v - [e, 0, 0]),
                f(v + [0, e, 0]) - f(v - [0, e, 0]),
                f(v + [0, 0, e]) - f(v - [0, 0, e]),
            ],
            -1,
        )
        L = np.linalg.norm(g, axis=1, keepdims=True)
        step = g / np.maximum(L, 1e-9) * np.clip(d[:, None] * (2 * e / np.maximum(L, 1e-9)), -0.6 * h, 0.6 * h)
        v = v - step
    faces = []
    for a in range(3):
        b, cc = (a + 1) % 3, (a + 2) % 3
        sl0 = [slice(None)] * 3
        sl1 = [slice(None)] * 3
        sl0[a] = slice(0, n[a] - 1)
        sl1[a] = slice(1, n[a])
        ch = s[tuple(sl0)] != s[tuple(sl1)]
        e = np.argwhere(ch)
        e = e[(e[:, b] > 0) & (e[:, cc] > 0) & (e[:, b] < n[b] - 1) & (e[:, cc] < n[cc] - 1)]
        inside = s[tuple(e.T)]
        q = []
        for db, dc in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
            k = e.copy()
            k[:, b] += db
            k[:, cc] += dc
            q.append(idx[tuple(k.T)])
        q = np.stack(q, 1)
        q[~inside] = q[~inside][:, ::-1]
        faces.append(q[(q >= 0).all(1)])
    Q = np.vstack(faces)
    e = np.vstack([Q[:, [0, 1]], Q[:, [1, 2]], Q[:, [2, 3]], Q[:, [3, 0]]])
    cnt = np.bincount(e.ravel(), minlength=len(v)).astype(float)[:, None]
    for it in range(smooth):  # even out what the net left of its grid; in pairs, so that nothing shrinks
        a = np.zeros_like(v)
        for k in range(3):
            a[:, k] = np.bincount(e[:, 0], v[e[:, 1], k], len(v)) + np.bincount(e[:, 1], v[e[:, 0], k], len(v))
        v = v + (a / np.maximum(cnt, 1) - v) * (0.60 if it % 2 == 0 else -0.56)
    return Mesh(v, [tuple(x) for x in Q], True)


_cache = {}


def cached(name, make):
    if name not in _cache:
        d = os.environ.get('FORMS_CACHE', os.path.join(os.path.dirname(os.path.abspath(__file__)), 'cache'))
        os.makedirs(d, exist_ok=True)
        key = hashlib.md5(open(os.path.abspath(__file__), 'rb').read()).hexdigest()[:8]
        f = os.path.join(d, '%s-%s.npz' % (name, key))
        if not os.path.exists(f):
            m = make()
            np.savez(f + '.part.npz', v=m.v, f=np.array(m.f))
            os.replace(f + '.part.npz', f)
        z = np.load(f)
        _cache[name] = Mesh(z['v'], [tuple(x) for x in z['f']], True)
    return _cache[name]


def plane_curve(f, o, u, v, n=720, rmax=14, off=0.0):
    """Curve where the plane through o (axes u, v) meets the surface f = off, seen from o; starts along u."""
    o, u, v = (np.asarray(x, float) for x in (o, u, v))
    a = np.linspace(0, TAU, n)
    d = np.cos(a)[:, None] * u + np.sin(a)[:, None] * v
    r = np.full(n, 0.3)
    for _ in range(90):
        e = f(o + d * r[:, None]) - off
        r = np.clip(r - e * 0.8, 0.05, rmax)
    return o + d * r[:, None]


def grad(f, p, e=0.02):
    p = np.asarray(p, float)
    g = np.array([f((p + d)[None])[0] - f((p - d)[None])[0] for d in np.eye(3) * e])
    return unit(g)


# ---------------------------------------------------------------- hand
# Upright, back of the hand towards the viewer (-y), fingers up (+z). Ring finger is made to take size 7.
FING = {
    'index': [(-2.55, 0.05, 9.0), (-3.05, -0.12, 13.6), (-3.28, 0.02, 16.1), (-3.36, 0.34, 18.0)],
    'middle': [(-0.80, -0.10, 9.5), (-0.92, -0.32, 14.6), (-0.96, -0.16, 17.5), (-0.98, 0.20, 19.5)],
    'ring': [(1.00, 0, 9.2), (1.30, -0.16, 13.9), (1.42, 0.02, 16.6), (1.46, 0.38, 18.5)],
    'little': [(2.65, 0.22, 8.4), (3.28, 0.12, 12.1), (3.55, 0.26, 14.2), (3.68, 0.54, 15.8)],
}
RAD = {
    'index': (1.00, 0.80, 0.68, 0.54),
    'middle': (1.02, 0.82, 0.70, 0.55),
    'ring': (0.98, 0.79, 0.67, 0.53),
    'little': (0.88, 0.68, 0.58, 0.46),
}


def hand_sdf(p):
    p = np.asarray(p, float)
    palm = cone(p, (-0.85, 0.05, 1.2), (-2.1, 0.15, 8.2), 1.75, 1.22)
    for a, b, r1, r2 in (
        ((0.0, 0.05, 1.2), (-0.7, 0.0, 8.8), 1.8, 1.25),
        ((0.7, 0.05, 1.2), (0.85, 0.05, 8.6), 1.8, 1.2),
        ((0.9, 0.1, 1.4), (2.25, 0.25, 7.6), 1.7, 1.08),
    ):
        palm = smin(palm, cone(p, a, b, r1, r2), 0.9)
    arm = smin(
        cone(p, (-0.95, 0.1, 1.6), (-1.25, 0.1, -16), 1.62, 2.1),
        cone(p, (0.95, 0.1, 1.6), (1.25, 0.1, -16), 1.62, 2.1),
        0.8,
    )
    d = smin(palm, arm, 1.6)
    for k in FING:
        d = smin(d, chainsdf(p, FING[k], RAD[k], 16), 0.36)
    th = chainsdf(
        p, [(-1.7, 0.5, 3.4), (-3.5, 0.62, 6.3), (-4.55, 0.46, 8.9), (-5.0, 0.42, 11.0)], (1.30, 1.06, 0.80, 0.52), 16
    )
    d = smin(d, th, 0.85)
    return smax(d, -(p[..., 2] + 14.2), 0.5)  # cut at the forearm, edge rounded


def hand():
    return cached('hand', lambda: surface_net(hand_sdf, (-6.6, -3.1, -14.6), (5.0, 3.2, 20.6), 0.095))


def ring_seat():
    """Transform that puts a ring (axis y, stone +z) on the ring finger with its stone to the viewer."""
    a, b = (np.array(FING['ring'][i]) for i in (0, 1))
    t = unit(b - a)
    # where the finger's radius lets the ring rest, a little above the web
    o = a + (b - a) * 0.50
    z = np.array([0, -1.0, 0])
    z = unit(z - t * (z @ t))
    return frame(o, np.cross(t, z), t, z)


def wrist_curve(length, off=0.06, z=-0.9):
    """Closed curve round the wrist where a closed line of this length lies: tilted until it is long enough. Starts on the palm side."""
    lo, hi = 0.0, 58.0
    c = None
    for _ in range(24):
        t = (lo + hi) / 2
        a = math.radians(t)
        c = plane_curve(
            hand_sdf,
            (0, 0.1, z),
            np.array([0, math.cos(a), -math.sin(a) * 0.55]) / np.linalg.norm([math.cos(a), math.sin(a) * 0.55]),
            unit([1, 0, -math.tan(a) * 0.35]),
            off=off,
        )
        L = np.linalg.norm(np.diff(c, axis=0), axis=1).sum()
        lo, hi = (t, hi) if L < length else (lo, t)
    return c


# ---------------------------------------------------------------- neck
def neck_sdf(p):
    p = np.asarray(p, float)
    q = p.copy()
    q[..., 0] = np.abs(q[..., 0])  # mirror: left = right
    n = chainsdf(p, [(0, 1.9, 16), (0, 1.2, 9), (0, 0.5, 2), (0, 0.2, -4)], (4.6, 4.75, 5.1, 5.6), 10)
    sh = chainsdf(q, [(0, 1.6, 2.2), (5.5, 1.5, -0.6), (10.5, 1.2, -3.4), (15.0, 0.9, -6.6)], (3.2, 3.3, 3.5, 3.6), 10)
    ch = ellipsoid(p, (0, 0.5, -12), (14.0, 7.0, 13.5))
    d = smin(smin(n, sh, 2.6), ch, 3.6)
    d = smax(d, ellipsoid(p, (0, 0, -5), (14.2, 12, 22)), 2.6)
    return smax(d, -(p[..., 2] + 19), 0.6)


def neck():
    return cached('neck', lambda: surface_net(neck_sdf, (-16.5, -9.5, -19.6), (16.5, 9.5, 18), 0.20))


def taut(c, o, u, v, n=900):
    """The closed curve as a string would lie: its convex hull in the plane (o; u, v), evenly resampled, starting along u."""
    q = np.c_[(c - o) @ u, (c - o) @ v]
    pts = sorted(map(tuple, q))

    def half(P):
        h = []
        for p in P:
            while (
                len(h) > 1
                and (h[-1][0] - h[-2][0]) * (p[1] - h[-2][1]) - (h[-1][1] - h[-2][1]) * (p[0] - h[-2][0]) <= 0
            ):
                h.pop()
            h.append(p)
        return h[:-1]

    h = np.array(half(pts) + half(pts[::-1]))
    h = np.vstack([h, h[:1]])
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(h, axis=0), axis=1))]
    t = np.linspace(0, s[-1], n, endpoint=False)
    r = np.c_[np.interp(t, s, h[:, 0]), np.interp(t, s, h[:, 1])]
    for _ in range(6):
        r = (np.roll(r, 1, 0) + 2 * r + np.roll(r, -1, 0)) / 4
    a = np.arctan2(r[:, 1], r[:, 0])
    i = np.argmin(abs(a))
    r = np.roll(r, -i, 0)
    r = np.vstack([r, r[:1]])
    return o + r[:, :1] * u + r[:, 1:] * v


def neck_path(length=45, off=0.06):
    """Where a closed chain of this length lies: a plane through the nape, tilted until the curve is long enough. Starts at the nape."""
    nape = np.array([0, 5.9, 5.2])
    best = None
    lo, hi = 5.0, 62.0
    for _ in range(22):
        t = (lo + hi) / 2
        a = math.radians(t)
        u = np.array([0, math.cos(a), math.sin(a)])  # towards the nape
        v = np.array([1.0, 0, 0])
        o = nape - u * 6.4
        best = taut(plane_curve(neck_sdf, o, u, v, n=360, off=off, rmax=24), o, u, v)
        L = np.linalg.norm(np.diff(best, axis=0), axis=1).sum()
        lo, hi = (t, hi) if L < length else (lo, t)
    return best


# ---------------------------------------------------------------- ear
HELIX = [
    (0.75, 0.35, -0.1),
    (0.15, 0.62, 0.35),
    (-0.05, 0.62, 1.3),
    (0.30, 0.66, 2.55),
    (1.15, 0.82, 3.30),
    (2.10, 1.0, 3.20),
    (2.72, 1.16, 2.45),
    (2.75, 1.18, 1.35),
    (2.40, 1.08, 0.10),
    (1.92, 0.88, -1.0),
    (1.42, 0.66, -1.75),
]


def ear_sdf(p):
    """An ear in relief on a soft standing shield: x to the back of the head, -y to the viewer, lobe at about (0.75, -.75, -2.1)."""
    p = np.asarray(p, float)
    base = ellipsoid(p, (0.4, 3.7, -0.2), (4.9, 2.2, 7.0))
    y = lambda q: (q[0], 0.95 - q[1] * 1.25, q[2])
    rim = chainsdf(
        p,
        [y(q) for q in HELIX],
        np.interp(np.linspace(0, 1, len(HELIX)), [0, 0.12, 0.5, 0.85, 1], [0.14, 0.25, 0.33, 0.36, 0.46]),
        40,
    )
    plate = ellipsoid(p, (1.25, 0.28, 0.75), (1.72, 0.36, 2.75))
    lobe = smin(
        ellipsoid(p, (0.98, 0.10, -2.05), (0.80, 0.40, 0.95)), ellipsoid(p, (1.25, 0.15, -1.2), (0.75, 0.42, 0.8)), 0.5
    )
    anti = chainsdf(
        p,
        [(0.75, -0.22, -1.05), (1.42, -0.34, -0.4), (1.74, -0.44, 0.6), (1.62, -0.40, 1.5), (1.30, -0.26, 2.25)],
        (0.22, 0.30, 0.32, 0.28, 0.16),
        24,
    )
    trag = cone(p, (0.12, 0.05, -0.55), (0.26, -0.16, -0.05), 0.44, 0.38)
    join = smin(
        cone(p, (0.3, 0.75, -0.9), (0.1, 2.2, -0.8), 0.62, 0.9),
        cone(p, (0.6, 0.7, 1.5), (0.4, 2.2, 1.5), 0.8, 1.0),
        0.8,
    )
    ear = smin(smin(plate, rim, 0.32), smin(lobe, anti, 0.35), 0.40)
    ear = smin(ear, smin(trag, join, 0.3), 0.4)
    ear = smax(ear, -ellipsoid(p, (0.78, -0.30, -0.02), (0.62, 0.62, 0.80)), 0.35)  # concha
    d = smin(ear, base, 0.55)
    stand = smax(np.abs(p[..., 2] + 8.3) - 1.6, np.hypot(p[..., 0] - 0.4, p[..., 1] - 3.7) - 2.5, 0.35)
    return smin(d, stand, 1.2)


def ear():
    return cached('ear', lambda: surface_net(ear_sdf, (-5.2, -1.8, -10.2), (6.2, 6.6, 8.2), 0.10))


def lobe_seat(x=0.86, z=-2.15):
    """Point and outward direction on the front of the lobe."""
    p = np.array([x, -3.0, z])
    for _ in range(60):
        p = p + np.array([0, 1.0, 0]) * float(ear_sdf(p[None])[0]) * 0.8
    return p, grad(ear_sdf, p)


# ---------------------------------------------------------------- box
def rbox(lx, ly, lz, r, n=14, z0=0):
    """Box with rounded edges standing on z0."""

    def prof(k):
        a = np.linspace(0, math.pi / 2, n)
        return a

    a = np.linspace(0, math.pi / 2, n)
    rows = []
    for z, inset in [(r - r * math.cos(x), r - r * math.sin(x)) for x in a] + [
        (lz - r + r * math.sin(x), r - r * math.cos(x)) for x in a
    ]:
        pts = []
        for cx, cy, s in ((1, 1, 0), (-1, 1, 1), (-1, -1, 2), (1, -1, 3)):
            for t in np.linspace(0, math.pi / 2, n):
                R_ = max(r * 1.6 - inset, 0.001)
                ang = t + s * math.pi / 2
                pts.append(
                    (cx * (lx / 2 - r * 1.6) + R_ * math.cos(ang), cy * (ly / 2 - r * 1.6) + R_ * math.sin(ang), z + z0)
                )
        rows.append(pts)
    m = len(rows[0])
    fs = [f[::-1] for f in grid_faces(len(rows), m, close_u=False)] + [
        tuple(range(m))[::-1],
        tuple(range((len(rows) - 1) * m, len(rows) * m)),
    ]
    return Mesh(np.array(rows).reshape(-1, 3), fs, True)


def pillow(lx, ly, h, z0, n=40, slot=None):
    """Soft cushion top; slot = width of a groove along x in its middle, for a ring."""
    u = np.linspace(-1, 1, n * 2 + 1)
    X, Y = np.meshgrid(u, u, indexing='ij')
    Z = h * np.clip((1 - abs(X) ** 6) * (1 - abs(Y) ** 6), 0, 1) ** 0.35
    if slot:
        y = Y * ly / 2
        Z = Z - h * 1.5 * np.exp(-((y / slot) ** 4))
    v = np.c_[X.ravel() * lx / 2, Y.ravel() * ly / 2, Z.ravel() + z0]
    return Mesh(v, grid_faces(2 * n + 1, 2 * n + 1, False, False), True)


def box(lx=5.6, ly=5.6, h=2.6, wall=0.32, slot=None, lid=True, out='leather', inn='suede', open_deg=112):
    """Open presentation box: leather outside, suede cushion inside, the lid standing open at the back, satin in its lid."""
    P = Piece()
    P.add(rbox(lx, ly, 0.5, 0.14), np.eye(4), out)
    for x, y, w, d in (
        (0, ly / 2 - wall / 2, lx, wall),
        (0, -ly / 2 + wall / 2, lx, wall),
        (lx / 2 - wall / 2, 0, wall, ly),
        (-lx / 2 + wall / 2, 0, wall, ly),
    ):
        P.add(rbox(w, d, h, 0.09), T(x, y, 0), out)
    P.add(rbox(lx - 2 * wall, ly - 2 * wall, h - 0.75, 0.05), np.eye(4), inn)
    P.add(pillow(lx - 2 * wall - 0.04, ly - 2 * wall - 0.04, 0.42, h - 0.80, slot=slot), np.eye(4), inn)
    if lid:
        L = Piece()
        hl = 1.15
        L.add(rbox(lx, ly, 0.34, 0.12), T(0, -ly / 2, hl - 0.34), out)
        for x, y, w, d in (
            (0, -wall / 2, lx, wall),
            (0, -ly + wall / 2, lx, wall),
            (lx / 2 - wall / 2, -ly / 2, wall, ly),
            (-lx / 2 + wall / 2, -ly / 2, wall, ly),
        ):
            L.add(rbox(w, d, hl, 0.09), T(x, y, 0), out)
        pad = pillow(lx - 2 * wall - 0.04, ly - 2 * wall - 0.04, 0.25, 0)
        L.add(pad, T(0, -ly / 2, hl - 0.42) @ R('x', 180), 'satin')
        P.put(L, T(0, ly / 2, h + 0.02) @ R('x', -open_deg))
        P.add(tube([(-lx * 0.38, 0, 0), (lx * 0.38, 0, 0)], 0.07, 14), T(0, ly / 2 + 0.02, h + 0.02), 'yg')
    P.top = h - 0.80 + 0.42
    return P
