"""Geometry for the jewellery renders: pure numpy, no bpy.

Units: 1.0 = 1 cm.  A Mesh is (verts Nx3, faces list, smooth flag).
A gem has its girdle in z = 0 and its table towards +z, and is 1.0 wide in x.
"""
import itertools
import math
import numpy as np

TAU = math.tau


class Mesh:
    def __init__(self, v, f, smooth=True):
        self.v = np.asarray(v, dtype=np.float64).reshape(-1, 3)
        self.f = f
        self.smooth = smooth


def join(parts):
    """parts: [(Mesh, 4x4)] -> one Mesh (all share the first one's smooth flag)."""
    vs, fs, o = [], [], 0
    for m, M in parts:
        vs.append(m.v @ M[:3, :3].T + M[:3, 3])
        fs += [tuple(i + o for i in f) for f in m.f]
        o += len(m.v)
    return Mesh(np.vstack(vs), fs, parts[0][0].smooth)


# ---------------------------------------------------------------- transforms
def T(x=0, y=0, z=0):
    M = np.eye(4)
    M[:3, 3] = (x, y, z)
    return M


def S(x, y=None, z=None):
    y = x if y is None else y
    z = x if z is None else z
    return np.diag([x, y, z, 1.0])


def R(axis, deg):
    a = math.radians(deg)
    c, s = math.cos(a), math.sin(a)
    M = np.eye(4)
    i, j = {'x': (1, 2), 'y': (2, 0), 'z': (0, 1)}[axis]
    M[i, i] = c
    M[j, j] = c
    M[i, j] = -s
    M[j, i] = s
    return M


def frame(o, x, y, z):
    M = np.eye(4)
    M[:3, 0], M[:3, 1], M[:3, 2], M[:3, 3] = x, y, z, o
    return M


def unit(v):
    v = np.asarray(v, float)
    return v / max(np.linalg.norm(v), 1e-12)


# ---------------------------------------------------------------- outlines
def outline(shape, n=72):
    """CCW polygon, 1.0 wide in x."""
    t = np.arange(n) * TAU / n
    if shape == 'round':
        return np.c_[0.5 * np.cos(t), 0.5 * np.sin(t)]
    if shape == 'oval':
        return np.c_[0.5 * np.cos(t), 0.68 * np.sin(t)]
    if shape == 'cushion':
        e = 2 / 3.3
        c, s = np.cos(t), np.sin(t)
        return np.c_[0.5 * np.sign(c) * abs(c) ** e, 0.5 * np.sign(s) * abs(s) ** e]
    if shape == 'pear':
        # half circle below, two tangent arcs meeting in the point above
        tip, r = 1.0, 0.5
        R2 = (tip**2 + r**2) / (2 * r)
        a1 = math.asin(tip / R2)
        low = [(r * math.cos(a), r * math.sin(a)) for a in np.linspace(math.pi, TAU, n // 2, endpoint=False)]
        right = [(r - R2 + R2 * math.cos(a), R2 * math.sin(a)) for a in np.linspace(0, a1 * 0.985, n // 4)]
        left = [(-x, y) for x, y in right[::-1]][:-1]
        p = np.array(low + right + left)
        p[:, 1] -= 0.16
        return p
    if shape in ('emerald', 'princess', 'baguette'):
        hx, hy, c = {'emerald': (0.5, 0.68, 0.15), 'princess': (0.5, 0.5, 0.03), 'baguette': (0.5, 1.0, 0.02)}[shape]
        q = [
            (hx, -hy + c),
            (hx, hy - c),
            (hx - c, hy),
            (-hx + c, hy),
            (-hx, hy - c),
            (-hx, -hy + c),
            (-hx + c, -hy),
            (hx - c, -hy),
        ]
        return np.array(q, float)
    if shape == 'marquise':
        r, tip = 0.5, 1.0
        R2 = (tip**2 + r**2) / (2 * r)
        a1 = math.asin(tip / R2) * 0.985
        right = [(r - R2 + R2 * math.cos(a), R2 * math.sin(a)) for a in np.linspace(-a1, a1, n // 2)]
        return np.array(right + [(-x, -y) for x, y in right])
    raise KeyError(shape)


def ray_outline(poly, ang):
    """Point where the ray from the origin at angle ang leaves the polygon, and its outward normal."""
    d = np.array([math.cos(ang), math.sin(ang)])
    best = None
    for i in range(len(poly)):
        a, b = poly[i], poly[(i + 1) % len(poly)]
        e = b - a
        den = d[0] * -e[1] + d[1] * e[0]
        if abs(den) < 1e-12:
            continue
        t = (a[0] * -e[1] + a[1] * e[0]) / den
        p = d * t
        u = np.dot(p - a, e) / np.dot(e, e)
        if t > 0 and -1e-6 <= u <= 1 + 1e-6:
            best = (p, unit([e[1], -e[0]]))
    return best


def resample_closed(poly, n):
    p = np.vstack([poly, poly[:1]])
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
    t = np.arange(n) / n * s[-1]
    return np.c_[np.interp(t, s, p[:, 0]), np.interp(t, s, p[:, 1])]


def offset_outline(poly, d, n=None):
    """Outward offset of a convex polygon by d, with mitred corners, from its highest point."""
    top = np.flatnonzero(poly[:, 1] > poly[:, 1].max() - 1e-6)
    p = np.roll(poly, -int(top[0]), 0)
    if len(top) == 2 and np.ptp(p[:2, 0]) < 0.05 * np.ptp(p[:, 0]):  # the blunted point of a pear
        p = np.vstack([p[:2].mean(0), p[2:]])
    e = np.roll(p, -1, 0) - p
    p, e = p[(abs(e) > 1e-9).any(1)], e[(abs(e) > 1e-9).any(1)]
    after = np.c_[e[:, 1], -e[:, 0]] / np.linalg.norm(e, axis=1, keepdims=True)
    before = np.roll(after, 1, 0)
    return resample_closed(p + (before + after) / (1 + (before * after).sum(1))[:, None] * d, n or 96)


# ---------------------------------------------------------------- gem cutting
def _clip(faces, n, d, eps=1e-7):
    if max(float((f @ n).max()) for f in faces) - d < eps:
        return faces
    out, cap = [], []
    for f in faces:
        s = f @ n - d
        q = []
        k = len(f)
        for i in range(k):
            a, b, sa, sb = f[i], f[(i + 1) % k], s[i], s[(i + 1) % k]
            if sa <= eps:
                q.append(a)
                if abs(sa) <= eps:
                    cap.append(a)
            if (sa > eps and sb < -eps) or (sa < -eps and sb > eps):
                p = a + (b - a) * (sa / (sa - sb))
                q.append(p)
                cap.append(p)
        if len(q) >= 3:
            out.append(np.array(q))
    if len(cap) >= 3:
        cap = np.array(cap)
        _, idx = np.unique(np.round(cap, 6), axis=0, return_index=True)
        cap = cap[idx]
        if len(cap) >= 3:
            c = cap.mean(0)
            u = unit(np.cross(n, [0.3, 0.5, 0.8]))
            v = np.cross(n, u)
            r = cap - c
            o = np.argsort(np.arctan2(r @ v, r @ u))
            out.append(cap[o])
    return out


def _prism(poly, z0, z1):
    top = np.c_[poly, np.full(len(poly), z1)]
    bot = np.c_[poly, np.full(len(poly), z0)]
    fs = [top, bot[::-1]]
    for i in range(len(poly)):
        j = (i + 1) % len(poly)
        fs.append(np.array([bot[i], bot[j], top[j], top[i]]))
    return fs


def _to_mesh(faces):
    key, vs, fs = {}, [], []
    for f in faces:
        ids = []
        for p in f:
            k = tuple(np.round(p, 5))
            if k not in key:
                key[k] = len(vs)
                vs.append(p)
            if not ids or ids[-1] != key[k]:
                ids.append(key[k])
        if len(ids) > 1 and ids[0] == ids[-1]:
            ids.pop()
        if len(ids) >= 3:
            fs.append(tuple(ids))
    return Mesh(vs, fs, smooth=False)


def _through(a, b, c):
    """Plane through three points, its normal away from the stone's middle."""
    n = unit(np.cross(np.subtract(b, a), np.subtract(c, a)))
    d = float(n @ np.asarray(a, float))
    return (n, d) if d > 0 else (-n, -d)


def _touch(p, nrm, z, q):
    """Plane that touches the outline at p (outward normal nrm, height z) and passes through q."""
    t = np.array([-nrm[1], nrm[0], 0])
    p = np.r_[p, z]
    return _through(p, p + t, q)


def _line(p1, p2, z):
    """Point at height z of the line in which two planes meet."""
    A = np.array([p1[0][:2], p2[0][:2]])
    xy = np.linalg.solve(A, [p1[1] - p1[0][2] * z, p2[1] - p2[0][2] * z])
    return np.r_[xy, z]


def _brilliant(poly, G, Nr, M, g, Hc, D, table, cul, star=0.5, lower=0.76, mid=(0, 0), pav=True):
    """Brilliant plan by its meet points: bezels and mains touch the outline at G[k] (normals Nr[k]), stars and halves follow.
    M[k]: girdle point between G[k] and G[k + 1]; cul[k]: (x, y) where main k reaches the culet or keel; table: share of G[k] (one for all or one each).
    """
    n = len(G)
    out = []
    tb = np.full(n, table) if np.isscalar(table) else np.asarray(table)
    mid = np.asarray(mid, float)

    def half(
        a, b, z, q
    ):  # through q and the chord a-b, moved half way out to the outline: the girdle waves but is never cut through
        u = unit([b[1] - a[1], a[0] - b[0]])
        u = u if u @ (a - mid) > 0 else -u
        u = u * 0.5 * max(0, float((poly @ u).max() - a @ u))
        return _through(np.r_[a + u, z], np.r_[b + u, z], q)

    Tp = [np.r_[mid + (G[k] - mid) * tb[k], Hc + g] for k in range(n)]
    bez = [_touch(G[k], Nr[k], g, Tp[k]) for k in range(n)]
    mains = [_touch(G[k], Nr[k], -g, np.r_[cul[k], -D - g]) for k in range(n)]
    out += bez
    if pav:
        out += mains
    for k in range(n):
        j = (k + 1) % n
        S = _line(bez[k], bez[j], g + Hc * (1 - star))
        out.append(_through(Tp[k], Tp[j], S))
        out += [half(G[k], M[k], g, S), half(G[j], M[k], g, S)]
        if pav:
            Lp = _line(mains[k], mains[j], -g - D * lower)
            out += [half(G[k], M[k], -g, Lp), half(G[j], M[k], -g, Lp)]
    return out


def _steps(g, Hc, D):
    """Emerald cut: three crown steps (45, 38, 30 degrees) and three pavilion steps (54, 42, 32) that meet all round, a keel along y."""
    hx, hy, c = 0.5, 0.68, 0.15
    out = []
    hd = (hx + hy - c) / math.sqrt(2)
    # tiers: inset of the long sides, of the ends, of the corners, and height
    up = [(0, 0, 0, 0), (0.052, 0.052, 0.055, 0.052), (0.112, 0.112, 0.124, 0.099), (0.175, 0.175, 0.198, Hc)]
    dn = [(0, 0, 0, 0), (0.11, 0.105, 0.122, 0.150), (0.28, 0.26, 0.318, 0.305), (0.5, 0.46, 0, D)]
    keel = hy - dn[-1][1]
    dn[-1] = (0.5, 0.46, hd - keel / math.sqrt(2), D)
    for tiers, sg in ((up, 1), (dn, -1)):
        for t0, t1 in zip(tiers, tiers[1:]):
            for i in range(8):
                a = i * math.pi / 4
                j, H = ((0, hx), (2, hd), (1, hy), (2, hd))[i % 4]
                u = np.array([math.cos(a), math.sin(a)])
                v = np.array([-u[1], u[0]])
                P = lambda t, k: np.r_[u * (H - t[j]) + v * k, sg * (g + t[3])]
                out.append(_through(P(t0, 0), P(t0, 1), P(t1, 0)))
    return out


def _princess(g, Hc, D):
    """Square brilliant: corner kites, stars, halves; the pavilion's chevrons fan out from the corners to the middle of each side."""
    out = []
    t, c = 0.34, 0.03
    rot = (
        lambda p, k, m: np.array([[p[0], p[1]], [-p[1], p[0]], [-p[0], -p[1]], [p[1], -p[0]]][k] + [p[2]])
        if not m
        else rot((p[0], -p[1], p[2]), k, 0)
    )
    Tc, P = (t, t, Hc + g), (0.432, 0, g + Hc * 0.62)
    up = (0.5, 0.46, g)
    K = 0.487  # where the chevrons start, beside the corner
    # where they reach the axis of the side, from the girdle to the culet
    ax = [(0.5, 0), (0.43, 0.115), (0.26, 0.295), (0, D)]
    for k in range(4):
        out.append(_through(rot((0.5, 0, g), k, 0), rot((0.5, 0.2, g), k, 0), rot(P, k, 0)))
        out.append(_through(rot(Tc, k, 0), rot((t, -t, Hc + g), k, 0), rot(P, k, 0)))
        q = (0.5 - c / 2, 0.5 - c / 2, g)
        out.append(_through(rot(q, k, 0), rot((q[0] - 0.1, q[1] + 0.1, g), k, 0), rot(Tc, k, 0)))
        for m in (0, 1):
            out.append(_through(rot(Tc, k, m), rot(P, k, m), rot(up, k, m)))
        out.append(
            _through(rot((0.5, 0, -g), k, 0), rot((0.5, 0.2, -g), k, 0), rot((ax[1][0], 0, -g - ax[1][1]), k, 0))
        )
        for m in (0, 1):
            for (x0, z0), (x1, z1) in zip(ax[1:], ax[2:]):
                out.append(_through(rot((0.5, K, -g), k, m), rot((x0, 0, -g - z0), k, m), rot((x1, 0, -g - z1), k, m)))
    return out


def gem(shape, table=0.56, star=0.5, lower=0.77, girdle=0.022):
    """A faceted stone, made the way a cutter makes it: a preform cut by facet planes.
    Oval, pear, cushion, princess and emerald have plans of their own (table, star and lower are then fixed); round, marquise and baguette are _plain.
    """
    if shape in ('oval', 'pear', 'cushion', 'princess', 'emerald'):
        return _fancy(shape, max(girdle, 0.025))
    return _plain(shape, table, star, lower, girdle)


def _fancy(shape, girdle):
    g = girdle / 2
    poly = outline(shape)
    fine = outline(shape, 1440)
    if shape == 'emerald':
        Hc, D = 0.135, 0.445
        pl = _steps(g, Hc, D)
    elif shape == 'princess':
        Hc, D = 0.122, 0.475
        pl = _princess(g, Hc, D)
    elif shape == 'oval':
        Hc, D, e = 0.145, 0.435, 0.085
        t = lambda a: np.array([0.5 * math.cos(a), 0.68 * math.sin(a)])
        nr = lambda a: unit([math.cos(a) / 0.5, math.sin(a) / 0.68])
        A = np.radians([0, 48, 90, 132, 180, 228, 270, 312])
        B = np.radians([25, 69, 111, 155, 205, 249, 291, 335])
        G = [t(a) for a in A]
        cul = [(0, e * np.sign(round(math.sin(a), 6))) for a in A]
        pl = _brilliant(fine, G, [nr(a) for a in A], [t(b) for b in B], g, Hc, D, 0.57, cul, 0.5, 0.76)
    elif shape == 'pear':
        Hc, D = 0.145, 0.44
        o = np.array([0, -0.16])
        R2, cx = 1.25, -0.75
        arc = lambda y: np.array([cx + math.sqrt(R2**2 - y * y), y])  # right wing, y above the head's centre
        pol = lambda d: np.array([0.5 * math.cos(math.radians(d)), 0.5 * math.sin(math.radians(d))])
        mir = lambda p: np.array([-p[0], p[1]])
        w, wn = arc(0.46), unit(arc(0.46) - [cx, 0])
        tip = fine[fine[:, 1].argmax()] * [0, 1] - o
        G = [pol(0), w, tip, mir(w), pol(180), pol(-135), pol(-90), pol(-45)]
        Nr = [pol(0) * 2, wn, np.array([0, 1.0]), mir(wn), -pol(0) * 2, pol(-135) * 2, pol(-90) * 2, pol(-45) * 2]
        m1, m2 = arc(0.235), arc(0.72)
        M = [m1, m2, mir(m2), mir(m1), pol(-157.5), pol(-112.5), pol(-67.5), pol(-22.5)]
        G = [p + o for p in G]
        M = [p + o for p in M]
        cul = [np.array([0, 0.05]) + o] * 8
        pl = _brilliant(
            fine, G, Nr, M, g, Hc, D, [0.56, 0.57, 0.60, 0.57, 0.56, 0.56, 0.56, 0.56], cul, 0.5, 0.76, o + [0, 0.05]
        )
    else:
        Hc, D = 0.145, 0.455
        pl = _cushion(g, Hc, D)
    faces = _prism(poly, -D - g - 0.01, Hc + g)
    for n, d in pl:
        faces = _clip(faces, n, d)
    return _to_mesh(faces)


def _hull(pts):
    """Downward facets of the smallest convex body round the points: for pavilions given by their meet points."""
    P = np.asarray(pts, float)
    I = np.array(list(itertools.combinations(range(len(P)), 3)))
    a = P[I[:, 0]]
    n = np.cross(P[I[:, 1]] - a, P[I[:, 2]] - a)
    L = np.linalg.norm(n, axis=1)
    ok = L > 1e-9
    n, a = n[ok] / L[ok, None], a[ok]
    n *= -np.where(n[:, 2] < 0, -1, 1)[:, None]
    d = (n * a).sum(1)
    good = ((P @ n.T).max(0) - d < 1e-7) & (n[:, 2] < -0.02)
    q = np.c_[n, d][good]
    _, i = np.unique(np.round(q, 5), axis=0, return_index=True)
    return [(q[k, :3], q[k, 3]) for k in i]


def _cushion(g, Hc, D):
    """Cushion modified brilliant: a brilliant's crown, the pavilion crushed ice: two rings of 8 meet points, turned by half a main, between girdle and culet."""
    fine = outline('cushion', 1440)
    A = [k * 45 for k in range(8)]
    B = [(28.5, 61.5)[j] + k * 90 for k in range(4) for j in (0, 1)]
    G, Nr = zip(*[ray_outline(fine, math.radians(a)) for a in A])
    M = [ray_outline(fine, math.radians(b))[0] for b in B]
    pts = (
        [np.r_[p, -g] for p in [*G, *M]]
        + [np.r_[p * 0.76, -g - 0.150] for p in M]
        + [np.r_[p * 0.44, -g - 0.320] for p in G]
        + [np.array([0, 0, -g - D])]
    )
    return _brilliant(fine, G, Nr, M, g, Hc, D, [0.58, 0.56] * 4, [(0, 0)] * 8, pav=False) + _hull(pts)


def _plain(shape, table=0.56, star=0.5, lower=0.77, girdle=0.022):
    """A faceted stone, made the way a cutter makes it: a preform cut by facet planes."""
    poly = outline(shape)
    h = lambda a: float((poly @ np.array([math.cos(a), math.sin(a)])).max())
    g = girdle / 2
    step = shape in ('emerald', 'baguette')
    D = {
        'round': 0.431,
        'oval': 0.44,
        'pear': 0.45,
        'cushion': 0.45,
        'emerald': 0.46,
        'princess': 0.50,
        'baguette': 0.42,
        'marquise': 0.44,
    }[shape]
    Hc = {'emerald': 0.13, 'princess': 0.12, 'baguette': 0.12}.get(shape, 0.152)
    faces = _prism(poly, -D - g - 0.01, Hc + g)
    cut = lambda a, slope, d_at, z: (np.array([math.cos(a) * slope, math.sin(a) * slope, 1.0]), d_at * slope + z)
    planes = []

    def crown(a, slope, dist, z):  # plane through horizontal distance `dist` at height z
        n, d = cut(a, slope, dist, z)
        L = np.linalg.norm(n)
        planes.append((n / L, d / L))

    def pav(a, slope, dist, z):
        n = np.array([math.cos(a) * slope, math.sin(a) * slope, -1.0])
        L = np.linalg.norm(n)
        planes.append((n / L, (dist * slope - z) / L))

    if step:
        az = [i * math.pi / 2 for i in range(4)]
        hx, hy = (0.5, 0.68) if shape == 'emerald' else (0.5, 1.0)
        az += [math.atan2(1, 1) + i * math.pi / 2 for i in range(4)]
        prof_c = [(0, 0), (0.055, 0.062), (0.115, 0.105), (0.185, Hc)]
        prof_p = [(0, 0), (0.09, 0.15), (0.22, 0.30), (0.5, D)]
        for a in az:
            H = h(a)
            for (i0, z0), (i1, z1) in zip(prof_c, prof_c[1:]):
                crown(a, (z1 - z0) / (i1 - i0), H - i0, g + z0)
            for (i0, z0), (i1, z1) in zip(prof_p, prof_p[1:]):
                pav(a, (z1 - z0) / (i1 - i0), H - i0, -g - z0)
    else:
        s = 0.66 if shape == 'princess' else table
        off = 0 if shape != 'princess' else 0
        c8, c16 = math.cos(math.pi / 8), math.cos(math.pi / 16)
        for k in range(8):
            a = k * math.pi / 4 + off
            H = h(a)
            m = Hc / (H * (1 - s))
            crown(a, m, H, g)
            pav(a, D / H, H, -g)
            b = a + math.pi / 8
            Hb = h(b)
            mb = Hc / (Hb * (1 - s))
            rt = s * Hb * c8
            rp = rt + star * (Hb - rt)
            zp = Hc - (rp * c8 - s * Hb) * mb
            crown(b, (Hc - zp) / (rp - rt), rt, Hc + g)
            rq = (1 - lower) * Hb
            zq = -D + D / Hb * rq * c8
            for sg in (-1, 1):
                aa = b + sg * math.pi / 16
                Ha = h(aa)
                sc = Ha / Hb
                crown(aa, zp / (Ha - rp * c16 * sc), Ha, g)
                pav(aa, -zq / (Ha - rq * c16 * sc), Ha, -g)
    for n, d in planes:
        faces = _clip(faces, n, d)
    return _to_mesh(faces)


# ---------------------------------------------------------------- sweeps
def superellipse(a, b, e=2.6, n=28):
    t = np.arange(n) * TAU / n
    c, s = np.cos(t), np.sin(t)
    return np.c_[a * np.sign(c) * abs(c) ** (2 / e), b * np.sign(s) * abs(s) ** (2 / e)]


def grid_faces(nu, nv, close_u=True, close_v=True):
    fs = []
    for i in range(nu if close_u else nu - 1):
        for j in range(nv if close_v else nv - 1):
            a, b = i * nv + j, i * nv + (j + 1) % nv
            c, d = ((i + 1) % nu) * nv + (j + 1) % nv, ((i + 1) % nu) * nv + j
            fs.append((a, b, c, d))
    return fs


def band(Rin, width, thick, e=2.8, n=220, taper=None, wave=None):
    """Ring shank: axis along y, top at +z. taper(theta)->(kw, kt), theta measured from the top."""
    vs = []
    for i in range(n):
        th = i * TAU / n
        top = (th - math.pi / 2 + math.pi) % TAU - math.pi
        kw, kt = taper(top) if taper else (1, 1)
        p = superellipse(thick * kt / 2, width * kw / 2, e)
        r = Rin + thick * kt / 2 + p[:, 0]
        yo = wave(top) if wave else 0
        vs.append(np.c_[r * math.cos(th), p[:, 1] + yo, r * math.sin(th)])
    nv = len(vs[0])
    return Mesh(np.vstack(vs), [f[::-1] for f in grid_faces(n, nv)], True)


def frames_along(p, closed=False):
    p = np.asarray(p, float)
    n = len(p)
    tan = np.array(
        [
            unit((p[(i + 1) % n] if closed or i < n - 1 else p[i]) - (p[i - 1] if closed or i > 0 else p[i]))
            for i in range(n)
        ]
    )
    ref = np.array([0, 0, 1.0]) if abs(tan[0][2]) < 0.9 else np.array([1.0, 0, 0])
    u = unit(np.cross(tan[0], np.cross(ref, tan[0])))
    us = []
    for i in range(n):
        u = unit(u - tan[i] * np.dot(u, tan[i]))
        us.append(u)
    us = np.array(us)
    return tan, us, np.cross(tan, us)


def tube(path, r, n=12, closed=False, caps=True, sx=1.0, sy=1.0):
    p = np.asarray(path, float)
    r = np.full(len(p), r, float) if np.isscalar(r) else np.asarray(r, float)
    if not closed and caps:  # round ends
        k = 5

        def cap(a, b, ra):
            d = unit(a - b)
            ang = np.linspace(0, math.pi / 2, k + 1)[1:]
            ang[-1] = math.pi / 2 * 0.985
            return [a + d * ra * math.sin(x) for x in ang], [ra * math.cos(x) for x in ang]

        s_p, s_r = cap(p[0], p[1], r[0])
        e_p, e_r = cap(p[-1], p[-2], r[-1])
        p = np.vstack([s_p[::-1], p, e_p])
        r = np.r_[s_r[::-1], r, e_r]
    tan, u, v = frames_along(p, closed)
    t = np.arange(n) * TAU / n
    ring = sx * np.cos(t)[None, :, None] * u[:, None, :] + sy * np.sin(t)[None, :, None] * v[:, None, :]
    vs = (p[:, None, :] + ring * r[:, None, None]).reshape(-1, 3)
    fs = [f[::-1] for f in grid_faces(len(p), n, close_u=closed)]
    if not closed:
        fs.append(tuple(range(n)))
        fs.append(tuple(range((len(p) - 1) * n, len(p) * n))[::-1])
        # orientation of the tiny end discs does not matter: they are below a pixel
    return Mesh(vs, fs, True)


def torus(Rr, r, n=72, m=14, axis='z', sx=1.0, sy=1.0):
    t = np.arange(n) * TAU / n
    p = np.c_[Rr * np.cos(t) * sx, Rr * np.sin(t) * sy, np.zeros(n)]
    mm = tube(p, r, m, closed=True)
    if axis == 'y':
        mm.v = mm.v @ R('x', 90)[:3, :3].T
    if axis == 'x':
        mm.v = mm.v @ R('y', 90)[:3, :3].T
    return mm


def wall(poly, profile):
    """Closed band following a planar outline; profile: (offset, z) points, CCW seen along the path."""
    prof = np.asarray(profile, float)
    n = 120
    base = resample_closed(poly, n)
    tan = np.roll(base, -1, 0) - np.roll(base, 1, 0)
    nrm = np.c_[tan[:, 1], -tan[:, 0]]
    nrm /= np.linalg.norm(nrm, axis=1, keepdims=True)
    vs = np.zeros((n, len(prof), 3))
    for j, (o, z) in enumerate(prof):
        vs[:, j, :2] = base + nrm * o
        vs[:, j, 2] = z
    return Mesh(vs.reshape(-1, 3), grid_faces(n, len(prof)), True)


def sphere(r, n=16, m=10):
    vs, fs = [], []
    for i in range(m + 1):
        ph = math.pi * (i + 0.001 if i == 0 else i - 0.001 if i == m else i) / m
        for j in range(n):
            th = TAU * j / n
            vs.append((r * math.sin(ph) * math.cos(th), r * math.sin(ph) * math.sin(th), r * math.cos(ph)))
    return Mesh(vs, grid_faces(m + 1, n, close_u=False), True)


def rounded_box(lx, ly, lz, e=5, n=24):
    """Superellipsoid-ended bar: length along x."""
    prof = superellipse(ly / 2, lz / 2, e, n)
    xs = np.linspace(-1, 1, 41)
    xs = np.sign(xs) * (1 - (1 - abs(xs)) ** 1.7)
    vs = []
    for x in xs:
        k = max(1 - abs(x) ** 14, 0) ** (1 / 3.0)
        k = max(k, 0.02)
        vs.append(np.c_[np.full(n, x * lx / 2), prof * k])
    fs = grid_faces(len(xs), n, close_u=False)
    return Mesh(np.vstack(vs), fs, True)


def disc(r, t, n=64):
    prof = [
        (0.001, t / 2),
        (r * 0.92, t / 2),
        (r * 0.975, t * 0.47),
        (r, t * 0.3),
        (r, -t * 0.3),
        (r * 0.975, -t * 0.47),
        (r * 0.92, -t / 2),
        (0.001, -t / 2),
    ]
    return lathe(prof, n)


def lathe(prof, n=64):
    a = np.arange(n) * TAU / n
    vs = []
    for x in a:
        vs.append([(r * math.cos(x), r * math.sin(x), z) for r, z in prof])
    return Mesh(np.array(vs).reshape(-1, 3), grid_faces(n, len(prof), close_v=False), True)


def arc_resample(path, pitch):
    p = np.asarray(path, float)
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
    n = max(2, int(round(s[-1] / pitch)))
    t = np.linspace(0, s[-1], n + 1)
    return np.c_[[np.interp(t, s, p[:, i]) for i in range(3)]].T


def spline(pts, n=240, closed=False):
    """Catmull-Rom through pts."""
    P = np.asarray(pts, float)
    if P.shape[1] == 2:
        P = np.c_[P, np.zeros(len(P))]
    k = len(P)
    if closed:
        get = lambda i: P[i % k]
        segs = k
    else:
        get = lambda i: (2 * P[0] - P[1]) if i < 0 else (2 * P[-1] - P[-2]) if i >= k else P[i]
        segs = k - 1
    out = []
    m = max(4, n // segs)
    for i in range(segs):
        p0, p1, p2, p3 = get(i - 1), get(i), get(i + 1), get(i + 2)
        for t in np.linspace(0, 1, m, endpoint=False):
            out.append(
                0.5
                * (
                    (2 * p1)
                    + (p2 - p0) * t
                    + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t
                    + (3 * p1 - p0 - 3 * p2 + p3) * t**3
                )
            )
    if not closed:
        out.append(P[-1])
    return np.array(out)


# ---------------------------------------------------------------- for the tracer
def planes(mesh):
    """Facet planes (n, point) of a convex mesh."""
    out = []
    for f in mesh.f:
        p = mesh.v[list(f)]
        n = np.zeros(3)
        for i in range(len(p)):
            a, b = p[i], p[(i + 1) % len(p)]
            n += np.cross(a, b)
        L = np.linalg.norm(n)
        if L < 1e-9:
            continue
        n = n / L
        if n @ (p.mean(0) - mesh.v.mean(0)) < 0:
            n = -n
        out.append(np.r_[n, p.mean(0)])
    return np.array(out)


def triangles(mesh, crease=42):
    """(n,3,3) corners and (n,3,3) corner normals; faces that meet at more than `crease` degrees keep a sharp edge."""
    idx = []
    for f in mesh.f:
        for i in range(1, len(f) - 1):
            idx.append((f[0], f[i], f[i + 1]))
    idx = np.array(idx, int)
    P = mesh.v[idx]
    n = np.cross(P[:, 1] - P[:, 0], P[:, 2] - P[:, 0])
    A = np.linalg.norm(n, axis=1)
    ok = A > 1e-12
    idx, P, n, A = idx[ok], P[ok], n[ok], A[ok]
    n = n / A[:, None]
    if not mesh.smooth:
        return P, np.repeat(n[:, None], 3, 1)
    # weld by position so that seams and caps are smooth too
    _, inv = np.unique(np.round(mesh.v, 5), axis=0, return_inverse=True)
    cv = inv.reshape(-1)[idx].ravel()
    ct = np.repeat(np.arange(len(idx)), 3)
    e = [P[:, (k + 1) % 3] - P[:, k] for k in range(3)]
    ang = np.zeros((len(idx), 3))
    for k in range(3):
        a, b = e[k], -e[(k + 2) % 3]
        ang[:, k] = np.arccos(
            np.clip((a * b).sum(1) / (np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1) + 1e-20), -1, 1)
        )
    w = ang.ravel()
    o = np.argsort(cv, kind='stable')
    cvs = cv[o]
    start = np.r_[0, np.where(np.diff(cvs))[0] + 1]
    size = np.diff(np.r_[start, len(cvs)])
    g = np.repeat(np.arange(len(start)), size)  # group of each sorted corner
    rep = size[g]
    i = np.repeat(np.arange(len(cvs)), rep)
    first = np.repeat(start[g], rep)
    off = np.arange(len(i)) - np.repeat(np.cumsum(rep) - rep, rep)
    j = first + off
    ni, nj = n[ct[o[i]]], n[ct[o[j]]]
    m = (ni * nj).sum(1) > math.cos(math.radians(crease))
    out = np.zeros((len(cvs), 3))
    for k in range(3):
        out[:, k] = np.bincount(i[m], (nj[m] * w[o[j[m]]][:, None])[:, k], len(cvs))
    L = np.linalg.norm(out, axis=1, keepdims=True)
    out = np.where(L > 1e-9, out / np.maximum(L, 1e-12), n[ct[o]])
    N = np.zeros_like(out)
    N[o] = out
    return P, N.reshape(-1, 3, 3)
