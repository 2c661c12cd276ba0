"""Jewellery pictures.  /usr/bin/python3 render.py NAME... [--size 2000] [--spp 48] [--err .012] [--out raw]

Geometry: geo.py, pieces.py, forms.py.  What to render: catalog.py.  Rays: trace.c (spectral, so dispersion is real).
Writes OUT/NAME.npz (linear colour, noise, normals, ids); post.py turns it into a picture.
Everything is in centimetres at true size; pictures of one category and view share one camera distance and span.
"""
import sys, os, math, time, ctypes, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import numpy as np, cv2
from geo import *

F32 = np.float32
THREADS = int(os.environ.get('THREADS', 2))

#         type  r    g    b   alpha   A      B     absorb(3)   f0 sheen bump scale edge id
METALS = {
    'yg': (0.95, 0.71, 0.36),
    'rg': (0.93, 0.655, 0.52),
    'wg': (0.86, 0.855, 0.845),
    'pt': (0.80, 0.81, 0.825),
    'ag': (0.94, 0.935, 0.92),
}
GEMS = {'moi': (0, 0, 0), 'moi_s': (0, 0, 0), 'blue': (2.3, 1.05, 0.18)}  # absorption per cm, r g b
CAUCHY = (2.5563, 0.03183)  # n(589 nm) = 2.648, n(431) - n(687) = 0.104
# diffuse materials: linear colour, satin coat f0, coat roughness, sheen, bump, bump scale
CLOTH = {
    'ivory': ((0.905, 0.865, 0.800), 0.030, 0.16, 0, 0, 1),
    'pearl': ((0.835, 0.845, 0.862), 0.030, 0.16, 0, 0, 1),
    'blush': ((0.900, 0.820, 0.785), 0.030, 0.16, 0, 0, 1),
    'taupe': ((0.400, 0.350, 0.305), 0.035, 0.16, 0, 0, 1),
    'slate': ((0.125, 0.133, 0.146), 0.040, 0.14, 0, 0, 1),
    'charcoal': ((0.018, 0.019, 0.021), 0.045, 0.12, 0, 0, 1),
    'mauve': ((0.375, 0.285, 0.275), 0.035, 0.16, 0, 0, 1),
    'sand': ((0.560, 0.480, 0.405), 0.030, 0.16, 0, 0, 1),
    'mist': ((0.470, 0.490, 0.515), 0.030, 0.16, 0, 0, 1),
    'rose': ((0.560, 0.425, 0.385), 0.030, 0.16, 0, 0, 1),
    'porcelain': ((0.845, 0.830, 0.805), 0.040, 0.34, 0, 0, 1),
    'velvet': ((0.010, 0.034, 0.027), 0, 0, 2.2, 0.55, 55),
    'suede': ((0.46, 0.41, 0.35), 0, 0, 0.8, 0.40, 60),
    'leather': ((0.020, 0.050, 0.042), 0.045, 0.30, 0, 0.22, 26),
    'satin': ((0.80, 0.76, 0.69), 0.02, 0.35, 0.3, 0.05, 30),
}


def lib():
    so, c = os.path.join(HERE, 'trace.so'), os.path.join(HERE, 'trace.c')
    if not os.path.exists(so) or os.path.getmtime(so) < os.path.getmtime(c):
        subprocess.run(
            [
                'gcc',
                '-O3',
                '-march=native',
                '-ffast-math',
                '-shared',
                '-fPIC',
                c,
                '-o',
                so + '.new',
                '-lm',
                '-lpthread',
            ],
            check=True,
        )
        os.replace(so + '.new', so)
    L = ctypes.CDLL(so)
    L.scene.restype = ctypes.c_void_p
    return L


def ptr(a):
    return a.ctypes.data_as(ctypes.c_void_p)


def spectrum(n=96):
    """n wavelengths: micrometres and their weight in linear sRGB (mean of each channel is 1, so white stays white)."""
    l = np.linspace(405, 690, n)
    g = lambda m, a, b: np.exp(-0.5 * ((l - m) / np.where(l < m, a, b)) ** 2)
    X = 1.056 * g(599.8, 37.9, 31.0) + 0.362 * g(442.0, 16.0, 26.7) - 0.065 * g(501.1, 20.4, 26.2)
    Y = 0.821 * g(568.8, 46.9, 40.5) + 0.286 * g(530.9, 16.3, 31.1)
    Z = 1.217 * g(437.0, 11.8, 36.0) + 0.681 * g(459.0, 26.0, 13.8)
    rgb = np.c_[
        3.2406 * X - 1.5372 * Y - 0.4986 * Z,
        -0.9689 * X + 1.8758 * Y + 0.0415 * Z,
        0.0557 * X - 0.2040 * Y + 1.0570 * Z,
    ]
    rgb /= rgb.mean(0)
    return np.ascontiguousarray(np.c_[l / 1000, rgb], F32)


_tri = {}


def tri_of(mesh):
    k = id(mesh)
    if k not in _tri:
        _tri[k] = (mesh,) + triangles(mesh)
    return _tri[k][1:]


_pl = {}


def planes_of(mesh):
    k = id(mesh)
    if k not in _pl:
        _pl[k] = (mesh, planes(mesh))
    return _pl[k][1]


class Scene:
    def __init__(self):
        self.mats, self.mi = [], {}
        self.T, self.N, self.M = [], [], []
        self.gp, self.gpl, self.gbox, self.gm = [], [], [], []
        self.cards, self.lobes = [], []
        self.rng = np.random.default_rng(3)

    def mat(self, key):
        if key in self.mi:
            return self.mi[key]
        base, _, mod = key.partition(':')
        if base in METALS:
            a = {'brushed': 0.16, 'satin': 0.09}.get(mod, 0.014)
            row = [0, *METALS[base], a] + [0] * 10 + [1]
        elif base in GEMS:
            row = [1, 1, 1, 1, 0, *CAUCHY, *GEMS[base], 0, 0, 0, 0, 0, 2]
        else:
            col, f0, al, sheen, bump, sc = CLOTH[base]
            row = [
                2,
                *col,
                al,
                0,
                0,
                0,
                0,
                0,
                f0,
                sheen,
                bump,
                sc,
                0,
                4 if base == 'porcelain' else 3,
            ]  # id: what post.py may smooth: 0 backdrop, 3 cloth, 4 porcelain
            if mod == 'floor':
                row[-1] = 0
                # how bright metal sees it: the reflector that a photographer lays in front of a dark set
                row[-2] = (-5 if col[2] > col[0] else 1.9) if max(col) < 0.45 else 1.25 if max(col) < 0.7 else 0
                if base == 'velvet':
                    row[-2] = -4  # grey: its green would color the gold, as that of slate does with silver
        self.mi[key] = len(self.mats)
        self.mats.append(row)
        return self.mi[key]

    def add(self, mesh, M, mat):
        i = self.mat(mat)
        if self.mats[i][0] == 1:
            a = self.rng.uniform(-1.6, 1.6, 3)  # no two stones sit exactly alike
            M = M @ R('x', a[0]) @ R('y', a[1]) @ R('z', a[2])
            p = planes_of(mesh)
            A = np.linalg.inv(M[:3, :3]).T
            n = p[:, :3] @ A.T
            n /= np.linalg.norm(n, axis=1, keepdims=True)
            q = p[:, 3:] @ M[:3, :3].T + M[:3, 3]
            v = mesh.v @ M[:3, :3].T + M[:3, 3]
            self.gp.append(len(p))
            self.gpl.append(np.c_[n, (n * q).sum(1)])
            self.gbox.append(np.r_[v.min(0), v.max(0)])
            self.gm.append(i)
            return
        P, N = tri_of(mesh)
        A = np.linalg.inv(M[:3, :3]).T
        n = N @ A.T
        n = n / np.linalg.norm(n, axis=-1, keepdims=True)
        self.T.append(P @ M[:3, :3].T + M[:3, 3])
        self.N.append(n)
        self.M.append(np.full(len(P), i, np.int32))

    def piece(self, P, M):
        for m, m0, mat, tag in P.parts:
            self.add(m, M @ m0, mat)

    # az 0 = right (+x), 90 = back, -90 = camera side
    def dir(self, az, el):
        a, e = math.radians(az), math.radians(el)
        return np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])

    def card(self, az, el, dist, w, h, strength, col=(1, 1, 1), soft=0.6, centre=(0, 0, 0), k=1.0, mask=1):
        p = self.dir(az, el)
        z = -p
        x = unit(np.cross([0, 0, 1.0], z)) if abs(z[2]) < 0.999 else np.array([1.0, 0, 0])
        y = np.cross(z, x)
        self.cards.append(
            [*(np.array(centre) + p * dist * k), *x, *y, w * k / 2, h * k / 2, *(np.array(col) * strength), soft, mask]
        )

    def lobe(self, d, outer, inner, col):
        d = unit(d)
        self.lobes.append([*d, math.cos(math.radians(outer)), math.cos(math.radians(inner)), *col])

    def studio(self, c, k, warm=0.0, fire=1.0, key=1.0, dark=False, lit=None):
        """c: centre of the piece, k: size of the set. Metal sees softboxes, stones see their own grid of panels, dark gaps and small lamps."""
        C = lambda *a, **q: self.card(*a, **dict(dict(centre=c, k=k), **q))
        w = lambda s: (1 + 0.03 * warm * s, 1, 1 - 0.06 * warm * s)
        m = 1.0
        C(140, 44, 6.2, 4.4, 4.6, 4.6 * m, w(0.6))
        C(58, 46, 6.5, 1.7, 5, 4.4 * m, w(1))
        C(178, 18, 6, 1.3, 6, 3.6 * m, w(-0.4))
        C(2, 22, 6.5, 1.5, 6, 3.2 * m, w(1))
        C(-62, 40, 7, 2.2, 2.6, 2.4 * m, w(0.4))
        C(-128, 34, 7, 1.6, 3.4, 2.4 * m)
        C(-90, 70, 6.5, 3.8, 2.6, 3.0 * m, w(0.2))
        C(-20, 62, 6.5, 1.9, 2.4, 3.8 * m, w(0.6))
        C(-165, 60, 6.5, 1.9, 2.4, 3.8 * m, w(-0.3))
        for az, el, ww, hh in (
            (-150, 26, 1.1, 5),
            (30, 20, 1.1, 4.5),
            (152, 12, 1.2, 3.5),
            (-92, 30, 2.0, 1.7),
            (-30, 25, 1.1, 5),
        ):
            C(az, el, 5.6, ww, hh, 0.02, soft=0)
        # lights for cloth and porcelain
        if lit == 'front':  # upright forms: the key comes from the front left, a cool edge from behind
            C(-142, 34, 12, 5.5, 5.5, 8.4 * key, w(0.5), mask=4)
            C(-40, 50, 13, 8, 7, 0.85 * key, w(0.4), mask=4)
            C(60, 40, 12, 5, 7, 1.6 * key, w(-0.2), mask=4)
            C(120, 60, 13, 6, 6, 2.2 * key, w(0.2), mask=4)
        else:
            C(122, 54, 13, 6.0, 6.0, 8.6 * key, w(0.4), mask=4)
            C(20, 46, 12, 7, 7, 1.5 * key, w(0.4), mask=4)
            C(-95, 66, 14, 12, 10, 0.62 * key, w(0.4), mask=4)
        C(95, 60, 7, 3.4, 2.6, 2.3 * m, w(0.3))  # what flat tops see
        # stones: panels on a golden spiral over the upper sky, soft edged, of unequal strength, with dark between them
        rnd = np.random.default_rng(11)
        turn = R('x', 55 if lit == 'front' else 0)[:3, :3]  # on an upright form, tables face the camera
        n = 30
        for i in range(n):
            z = 1 - (i + 0.5) / n * 1.06
            a = i * 2.39996 + 0.4
            r = math.sqrt(max(0, 1 - z * z))
            s = rnd.uniform(1.0, 3.6)
            t = rnd.uniform(-0.04, 0.04)
            self.lobe(
                turn @ (r * math.cos(a), r * math.sin(a), z),
                rnd.uniform(11.5, 15),
                rnd.uniform(7.5, 9.5),
                (s * (1 + t), s, s * (1 - t)),
            )
        n = 84
        for i in range(n):
            z = 1 - (i + 0.5) / n * 0.98
            a = i * 2.39996 * 1.618 + rnd.uniform(-0.5, 0.5)
            r = math.sqrt(max(0, 1 - z * z))
            s = rnd.uniform(12, 34) * fire
            self.lobe(turn @ (r * math.cos(a), r * math.sin(a), z), 1.45, 1.15, (s, s, s))

    def backdrop(self, mat, c, k, back=10, curve=6):
        prof = (
            [(-60, 0), (back, 0)]
            + [(back + curve * math.sin(a), curve * (1 - math.cos(a))) for a in np.linspace(0, math.pi / 2, 24)[1:]]
            + [(back + curve, 80)]
        )
        vs = [(x * k + c[0], y * k + c[1], z * k) for x in (-90, 90) for y, z in prof]
        n = len(prof)
        self.add(Mesh(vs, [(i, i + n, i + n + 1, i + 1) for i in range(n - 1)], True), np.eye(4), mat + ':floor')

    def compile(self, dome):
        cat = lambda x, s, d=F32: np.ascontiguousarray(np.concatenate(x) if x else np.zeros((0,) + s), d)
        self.buf = dict(
            T=cat(self.T, (3, 3)),
            N=cat(self.N, (3, 3)),
            M=cat(self.M, (), np.int32),
            gp=np.array(self.gp + [0], np.int32),
            pl=cat(self.gpl, (4,)),
            gb=np.ascontiguousarray(np.array(self.gbox + [np.zeros(6)]), F32),
            gm=np.array(self.gm + [0], np.int32),
            mats=np.ascontiguousarray(self.mats, F32),
            cards=np.ascontiguousarray(self.cards, F32),
            lobes=np.ascontiguousarray(self.lobes, F32),
            dome=np.ascontiguousarray(dome, F32),
            wl=spectrum(),
        )
        b = self.buf
        assert b['mats'].shape[1] == 16, b['mats'].shape
        self.L = lib()
        self.h = ctypes.c_void_p(
            self.L.scene(
                len(b['T']),
                ptr(b['T']),
                ptr(b['N']),
                ptr(b['M']),
                len(self.gp),
                ptr(b['gp']),
                ptr(b['pl']),
                ptr(b['gb']),
                ptr(b['gm']),
                ptr(b['mats']),
                len(b['cards']),
                ptr(b['cards']),
                len(b['lobes']),
                ptr(b['lobes']),
                ptr(b['dome']),
                len(b['wl']),
                ptr(b['wl']),
            )
        )

    def camera(self, target, el, az, span, dist, aspect=1.0, cx=0, cy=0, fstop=0, focus=None):
        """span: centimetres across the frame at the target; (cx, cy): where the target sits, -1..1."""
        a, e = math.radians(-90 + az), math.radians(el)
        back = np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])
        right = unit(np.cross([0, 0, 1.0], back))
        up = np.cross(back, right)
        ty = span / 2 / dist
        tx = ty * aspect
        c = np.array(target, float) - right * cx * tx * dist - up * cy * ty * dist
        eye = c + back * dist
        fd = float((eye - np.array(focus if focus is not None else target)) @ back)
        self.cam = (eye, right, up, back, tx, ty)
        f = np.array([*eye, *right, *up, *back, tx, ty, fstop, fd, *back, math.cos(math.radians(8))], F32)
        self.L.camera(self.h, ptr(f))

    def shoot(self, W, H, spp, err, floor_err=0.02, log=True):
        sm, s2, aov, cnt = (
            np.zeros((H, W, 3), F32),
            np.zeros((H, W, 3), F32),
            np.zeros((H, W, 7), F32),
            np.zeros((H, W), np.int32),
        )
        th, tw = -(-H // 16), -(-W // 16)
        act = np.ones((th, tw), np.uint8)
        qw, qh = (W + 3) // 4, (H + 3) // 4
        seen = np.zeros((qh, qw), np.uint8)
        self.L.look(self.h, W, H, ptr(seen))
        pad = np.zeros((th * 4, tw * 4), np.uint8)
        pad[:qh, :qw] = seen
        blk = pad.reshape(th, 4, tw, 4)
        lo, hi = blk.min((1, 3)), blk.max((1, 3))
        kern = np.ones((3, 3), np.uint8)
        lo, hi = cv2.erode(lo, kern), cv2.dilate(hi, kern)
        coarse = ((lo == hi) & ((lo == 0) | (lo == 4))).astype(
            np.uint8
        )  # nothing but backdrop, or but porcelain, here and around: one pixel in four
        coarse = np.ascontiguousarray(coarse, np.uint8)
        base, step = 0, 6
        t0 = time.time()
        while base < spp and act.any():
            self.L.render(
                self.h,
                W,
                H,
                step,
                base,
                THREADS,
                ptr(act),
                ptr(coarse),
                ptr(sm),
                ptr(s2),
                ptr(aov),
                ptr(cnt),
                ctypes.c_float(90),
            )
            base += step
            step = 6 if base < 24 else 10
            n = np.maximum(cnt, 1)[..., None]
            mean = np.clip(sm / n, 0, 4)
            var = np.maximum(s2 / n - mean**2, 0) / n
            e = np.sqrt(var.mean(-1)) * 0.45 * (mean.mean(-1) + 0.02) ** -0.55  # about the error in display values
            idm = aov[..., 6] / n[..., 0]
            e = np.where(idm < 0.05, e * 0.70, np.where(idm > 2.5, e * 0.62, np.where(abs(idm - 2) < 0.5, e * 0.55, e)))
            pad = np.zeros((th * 16, tw * 16), F32)
            pad[:H, :W] = e
            b = pad.reshape(th, 16, tw, 16)
            te = np.sqrt((b**2).mean((1, 3)))
            act = (te > err).astype(np.uint8)
            if log:
                print('   %3d spp  %4.1f%% active  %.0f s' % (base, act.mean() * 100, time.time() - t0), flush=True)
        n = np.maximum(cnt, 1)[..., None]
        return dict(rgb=sm / n, var=np.maximum(s2 / n - np.clip(sm / n, 0, 4) ** 2, 0) / n, aov=aov / n, n=cnt)


DOME = {  # metal, stone, cloth
    'light': ((0.34, 0.335, 0.325), (0.16, 0.16, 0.165), (0.44, 0.43, 0.415)),
    'dark': ((0.33, 0.325, 0.32), (0.14, 0.14, 0.15), (0.30, 0.30, 0.305)),
}


def build(job):
    """Places every item on the floor, lights it, frames it. Returns the scene and where its camera is."""
    S_ = Scene()
    V = []
    for it in job['items']:
        P = it['piece']()
        M = np.array(it.get('M', np.eye(4)))
        if it.get('drop', True):
            M = T(0, 0, -P.verts(M)[:, 2].min() + it.get('lift', 0)) @ M
        S_.piece(P, M)
        if it.get('frame', True):
            tags = it.get('tags')
            have = {t for *_, t in P.parts}
            V.append(P.verts(M, [t for t in tags if t in have] if tags else None))
    V = np.vstack(V)
    c = (V.min(0) + V.max(0)) / 2
    span = job['span']
    dark = job['look'] in ('taupe', 'slate', 'charcoal', 'mauve', 'velvet')
    k = span / 3.0
    S_.studio(
        c,
        job.get('rig', max(1.0, k)),
        job.get('warm', 0.6),
        job.get('fire', 1.3 if job.get('lit') else 1.0),
        dark=dark,
        lit=job.get('lit'),
    )
    if job.get('floor', True):
        S_.backdrop(job['look'], c, k, job.get('back', 10))
    d = DOME['dark' if dark else 'light']
    S_.compile([*d[0], *d[1], *d[2], 0.8, 0.8, 0.8])
    aim = np.array(job['aim']) if job.get('aim') is not None else None
    if aim is None:  # centre of what the camera sees, not of the box
        a, e = math.radians(-90 + job.get('az', 0)), math.radians(job['el'])
        back = np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])
        right = unit(np.cross([0, 0, 1.0], back))
        up = np.cross(back, right)
        x, y, z = V @ right, V @ up, V @ back
        aim = right * (x.min() + x.max()) / 2 + up * (y.min() + y.max()) / 2 + back * (z.min() + z.max()) / 2
        need = max((x.max() - x.min()), (y.max() - y.min())) / span
        if need > 0.97:
            print('   note: %s fills %.2f of the frame' % (job['name'], need))
    w, h = job.get('res', (2000, 2000))
    place = dict(
        target=aim,
        el=job['el'],
        az=job.get('az', 0),
        span=span,
        dist=job.get('dist', max(26, 7 * span)),
        aspect=w / h,
        cx=job.get('cx', 0),
        cy=job.get('cy', 0),
        fstop=job.get('fstop', 0),
        focus=job.get('focus'),
    )
    S_.camera(**place)
    return S_, place


def run(job, out, size=None, spp=None, err=None, pack=None):
    """One picture: to OUT/NAME.npz, or straight to PACK/NAME.webp."""
    t0 = time.time()
    w, h = job.get('res', (2000, 2000))
    if size:
        w, h = int(size * w / max(w, h)), int(size * h / max(w, h))
    S_, _ = build(job)
    noise = 0.017 if job['view'] == 1 else 0.021  # in display values; a third less time
    t1, c1 = time.time(), time.process_time()
    r = S_.shoot(w, h, int(spp or job.get('spp', 54)), float(err or noise), log=not pack)
    t2, c2 = time.time(), time.process_time()
    raw = dict(rgb=r['rgb'].astype(np.float16), var=r['var'].mean(-1).astype(F32), aov=r['aov'].astype(np.float16))
    if pack:
        import pack as pk

        dst = pk.master(job, raw, pack)
    else:
        os.makedirs(out, exist_ok=True)
        dst = os.path.join(out, job['name'] + '.npz')
        with open(dst + '.part', 'wb') as f:
            np.savez(f, **raw)
        os.replace(dst + '.part', dst)
    print(
        'DONE %s  %d tris %d stones  build %.1f, trace %.1f s (%.0f cpu s), finish %.1f s  mean %.1f spp'
        % (job['name'], len(S_.buf['T']), len(S_.gp), t1 - t0, t2 - t1, c2 - c1, time.time() - t2, r['n'].mean()),
        flush=True,
    )
    S_.L.done(S_.h)
    return dst


def note_time(out, kind, s):
    """Seconds per picture, for the estimate of todo.py."""
    import json

    f = os.path.join(out, 'times.json')
    t = json.load(open(f)) if os.path.exists(f) else {}
    t.setdefault(kind, []).append(round(s, 1))
    json.dump(t, open(f, 'w'))


def main():
    opt = {'size': None, 'spp': None, 'err': None, 'out': os.path.join(HERE, 'raw'), 'pack': None}
    names = []
    it = iter(sys.argv[1:])
    for a in it:
        if a.startswith('--'):
            opt[a[2:]] = next(it)
        else:
            names.append(a)
    import catalog

    J = {j['name']: j for j in catalog.jobs()}
    for n in names:
        t = time.time()
        if n.startswith('film:'):
            import film

            film.film(n[5:], opt['pack'] or os.path.join(HERE, 'out'))
        else:
            run(J[n], opt['out'], int(opt['size']) if opt['size'] else None, opt['spp'], opt['err'], opt['pack'])
        if opt['pack']:
            note_time(opt['pack'], 'film' if n.startswith('film:') else 'picture', time.time() - t)


if __name__ == '__main__':
    main()
