"""Raw render (.npz) -> denoised, graded 8-bit image.  /usr/bin/python3 post.py raw/NAME.npz out.png"""
import sys, os, ctypes
import numpy as np, cv2

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
F32 = np.float32


def enc(x):
    x = np.maximum(x, 0)
    return np.where(x <= 0.0031308, x * 12.92, 1.055 * np.maximum(x, 1e-7) ** (1 / 2.4) - 0.055)


def dec(x):
    x = np.maximum(x, 0)
    return np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def shoulder(x, t=0.72, top=1.0):
    """Linear below t, then a soft roll-off. Mostly on the brightest channel, so that flashes keep their colour and gold its hue."""
    f = lambda v: np.where(v < t, v, t + (top - t) * (1 - np.exp(-(v - t) / (top - t) * 0.6)))
    L = np.maximum(x.max(-1, keepdims=True), 1e-6)
    return 0.62 * x * (f(L) / L) + 0.38 * f(x)


def denoise(p, threads=2):
    import render

    lib = render.lib()
    rgb, var, aov = p['rgb'].astype(F32), p['var'].astype(F32), p['aov'].astype(F32)
    H, W = var.shape
    idm = aov[..., 6]
    floor, gem = (idm < 0.05), np.clip(1 - abs(idm - 2) * 2, 0, 1)
    # negative parts of out-of-gamut spectral colours: pull towards grey just enough
    L = (rgb @ np.array([0.2126, 0.7152, 0.0722], F32))[..., None]
    mn = rgb.min(-1, keepdims=True)
    s = np.where(mn < 0, np.clip(L / np.maximum(L - mn, 1e-6), 0, 1), 1)
    rgb = np.maximum(L + (rgb - L) * s, 0)
    g = enc(np.minimum(rgb, 6)).astype(F32)
    m = np.clip(rgb.mean(-1), 0.004, 6)
    v = var * (0.45 * (m + 0.01) ** -0.55) ** 2
    v = cv2.GaussianBlur(v, (0, 0), 1.2) + 1e-7
    v = np.where(floor, np.maximum(v, cv2.GaussianBlur(v, (0, 0), 6)), v).astype(F32)
    v = np.where(gem > 0.5, v * 1.6, v)
    v = np.where(idm > 2.5, np.maximum(v * 2.2, cv2.GaussianBlur(v, (0, 0), 5) * 1.6), v).astype(
        F32
    )  # porcelain and cloth: smooth by nature
    # neighbours count only within one material, and within one facet or one curve of metal
    guide = np.dstack(
        [aov[..., :3] * np.where(floor | (gem < 0.5), 1, 1.2)[..., None], idm[..., None] * 0.8, gem[..., None]]
    ).astype(F32)
    out = np.empty_like(g)
    P = render.ptr
    g, v, guide = (np.ascontiguousarray(x, F32) for x in (g, v, guide))
    lib.nlmv(P(g), P(v), P(guide), guide.shape[2], P(out), W, H, 4, ctypes.c_float(0.9), ctypes.c_float(0.22), threads)
    # the backdrop has no detail: smooth what is left of its grain, edges of the piece excluded
    a = (idm < 0.02).astype(F32)
    far = np.clip(cv2.distanceTransform((a > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / (W * 0.012) - 1.2, 0, 1)[
        ..., None
    ]
    for sg, mk in ((W / 625, None), (W / 150, far)):
        k = cv2.GaussianBlur(a, (0, 0), sg)
        bl = cv2.GaussianBlur(out * a[..., None], (0, 0), sg) / np.maximum(k, 0.05)[..., None]
        mask = (a * np.clip((k - 0.3) / 0.5, 0, 1))[..., None]
        if mk is not None:
            mask = mask * mk
        out = out * (1 - mask) + bl * mask
    a = ((idm > 3.9) & (abs(idm - 4) < 0.05)).astype(
        F32
    )  # porcelain was traced coarsely: a second, wider pass at half size, along its curves only
    if a.mean() > 0.02:
        for _ in range(2):
            hw, hh = W // 2, H // 2
            half = lambda x: np.ascontiguousarray(
                cv2.resize(np.ascontiguousarray(x, F32), (hw, hh), interpolation=cv2.INTER_AREA), F32
            )
            ho, hv, hg = (
                half(out),
                half(v) * 4 + 2e-5,
                half(np.dstack([aov[..., :3] * 2.2, np.clip(idm - 3, 0, 1)[..., None] * 3])),
            )
            h2 = np.empty_like(ho)
            lib.nlmv(P(ho), P(hv), P(hg), 4, P(h2), hw, hh, 6, ctypes.c_float(3.0), ctypes.c_float(0.25), threads)
            up = cv2.resize(h2, (W, H), interpolation=cv2.INTER_CUBIC)
            k = cv2.erode(a, np.ones((3, 3), np.uint8))
            k = cv2.GaussianBlur(k, (0, 0), 1.0)[..., None] * a[..., None]
            out = out * (1 - k) + up * k
    return dec(out).astype(F32), idm


def clear_backdrop(img, floor):
    """What the backdrop would be without the piece's shadow: a smooth surface over the brightest of its pixels."""
    small = cv2.resize(img, (200, 200 * img.shape[0] // img.shape[1]), interpolation=cv2.INTER_AREA)
    free = cv2.resize(floor.astype(F32), small.shape[1::-1], interpolation=cv2.INTER_AREA) > 0.99
    grid = lambda h, w: np.meshgrid(np.linspace(-1, 1, w), np.linspace(-1, 1, h))
    terms = lambda x, y: np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], -1)
    A = terms(*grid(*small.shape[:2]))
    keep = free & (small.mean(-1) > np.percentile(small.mean(-1)[free], 30))
    for _ in range(12):
        k = np.linalg.lstsq(A[keep], small[keep], rcond=None)[0]
        rest = (small - A @ k).mean(-1)
        keep = free & (rest > -0.004) & (rest < 0.02)
    return (terms(*grid(*img.shape[:2])) @ k).astype(F32)


def near_shadow(shadow):
    """1 at a real shadow and around it, 0 elsewhere: a faint patch of its own is an error of the fit."""
    w = shadow.shape[1]
    count, label = cv2.connectedComponents((shadow > 0.05).astype(np.uint8))
    deepest = np.zeros(count, F32)
    np.maximum.at(deepest, label.ravel(), shadow.ravel().astype(F32))
    deepest[0] = 0
    near = (deepest[label] > 0.12).astype(F32)
    near = cv2.dilate(near, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (w // 12 | 1, w // 12 | 1)))
    return cv2.GaussianBlur(near, (0, 0), w * 0.015)


def alpha_of(img, coverage):
    """RGBA that gives the same picture on its own backdrop, and the piece with its shadow on any other."""
    clear = np.clip(clear_backdrop(img, coverage < 0.001), 0.02, 0.98)
    difference = lambda im: np.where(im < clear, (clear - im) / clear, (im - clear) / (1 - clear)).max(-1)
    h, w = coverage.shape
    y, x = np.mgrid[0:h, 0:w]
    border = np.minimum(np.minimum(x, w - 1 - x) / w, np.minimum(y, h - 1 - y) / h)
    # the floor: only what is darker than it, without its grain
    free = (coverage < 0.001).astype(F32)
    blur = lambda im: cv2.GaussianBlur(im, (0, 0), w / 250)
    calm = np.minimum(blur(img * free[..., None]) / np.maximum(blur(free), 0.05)[..., None], clear)
    shadow = difference(calm)
    shadow = shadow * np.clip((shadow - 0.012) / 0.03, 0, 1) * np.clip(border / 0.06, 0, 1)
    shadow = shadow * near_shadow(shadow)
    free = free[..., None]
    img = img * (1 - free) + calm * free
    a = np.clip(np.where(coverage > 0.001, np.maximum(coverage, difference(img)), shadow), 0, 1)[..., None]
    color = np.where(a > 0.003, (img - (1 - a) * clear) / np.maximum(a, 0.003), 0)
    return (np.dstack([np.clip(color, 0, 1), a]) * 255 + 0.5).astype(np.uint8)


def finish(path, exposure=1.0, size=None, cut_out=False, threads=2):
    p = np.load(path) if isinstance(path, str) else path
    rgb, idm = denoise(p, threads)
    W = rgb.shape[1]
    rgb = rgb * exposure
    img = shoulder(rgb)
    hi = np.clip(rgb - 1.5, 0, 4)  # a breath of glow round the sparkles
    glow = cv2.GaussianBlur(hi, (0, 0), W / 520) * 0.10 + cv2.GaussianBlur(hi, (0, 0), W / 130) * 0.030
    img = 1 - (1 - np.clip(img, 0, 1)) * (1 - np.clip(glow, 0, 1))
    img = enc(img).astype(F32)
    if size and size != W:
        img = cv2.resize(
            img,
            (size, int(round(size * img.shape[0] / W))),
            interpolation=cv2.INTER_AREA if size < W else cv2.INTER_LANCZOS4,
        )
        idm = cv2.resize(idm.astype(F32), (img.shape[1], img.shape[0]))
    sh = cv2.GaussianBlur(img, (0, 0), 1.0)
    img = img + (img - sh) * 0.40 * np.clip(idm, 0, 1)[..., None] * (idm < 2.6)[..., None]
    if cut_out:
        return alpha_of(img, cv2.resize(p['aov'][..., 3].astype(F32), (img.shape[1], img.shape[0])))
    rng = np.random.default_rng(1)
    img = img + rng.normal(0, 0.0022, img.shape[:2])[..., None]  # dither: no banding in the gradients
    return (np.clip(img, 0, 1) * 255 + 0.5).astype(np.uint8)


if __name__ == '__main__':
    im = finish(sys.argv[1])
    cv2.imwrite(sys.argv[2] if len(sys.argv) > 2 else os.path.splitext(sys.argv[1])[0] + '.png', im[..., ::-1])
