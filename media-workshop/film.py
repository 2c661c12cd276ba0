"""A film of 8 s: the camera swings past a piece as its first picture shows it.
    /usr/bin/python3 film.py PIECE-METAL... [--out out] [--size 600] [--spp 14]
Writes PIECE-METAL.webm (VP9, transparent as the pictures are) and PIECE-METAL.mp4 (H.264, on the light frame of the shop)."""

import sys, os, math, time, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import numpy as np, cv2
from PIL import Image

SECONDS, FPS = 8, 24
SWING = 24  # degrees to each side
VIEWS = 61  # pictures that are traced; those of the film lie between two of them
FRAME = np.array([0xF1, 0xEC, 0xE4], float)  # --frame of src/app/styles/tokens.css


def traced(job, size, spp, err):
    """VIEWS pictures from left to right: premultiplied RGBA, 0 to 255."""
    import render, post

    scene, place = render.build(job)
    for i in range(VIEWS):
        u = 2 * i / (VIEWS - 1) - 1
        scene.camera(**dict(place, az=place['az'] + SWING * u, el=place['el'] + 3 * u * u))
        raw = scene.shoot(size, size, spp, err, log=False)
        im = post.finish(dict(rgb=raw['rgb'], var=raw['var'].mean(-1), aov=raw['aov']), cut_out=True).astype(np.float32)
        im[..., :3] *= im[..., 3:] / 255
        yield im
    scene.L.done(scene.h)


def film(piece, out, size=600, spp=14, err=0.035):
    import catalog

    t0 = time.time()
    job = next(j for j in catalog.jobs() if j['piece'] == piece and j['view'] == 1)
    views = list(traced(job, size, spp, err))
    t1 = time.time()
    with tempfile.TemporaryDirectory() as d:
        n = SECONDS * FPS
        for i in range(n):
            # begins and ends as the first picture, so that nothing jumps
            at = (math.sin(2 * math.pi * i / n) + 1) / 2 * (VIEWS - 1)
            k = min(int(at), VIEWS - 2)
            im = views[k] * (k + 1 - at) + views[k + 1] * (at - k)
            a = im[..., 3:]
            # the film halves the resolution of color, so what is clear gets the color beside it
            near = cv2.GaussianBlur(im, (0, 0), 2)
            color = np.where(a >= 1, im[..., :3] / np.maximum(a, 1), near[..., :3] / np.maximum(near[..., 3:], 1))
            clear = np.dstack([color * 255, a])
            light = im[..., :3] + FRAME * (1 - a / 255)
            for name, x in (('clear', clear), ('light', light)):
                x = Image.fromarray(np.clip(x + 0.5, 0, 255).astype(np.uint8))
                x.save(os.path.join(d, '%s-%03d.png' % (name, i)), compress_level=1)
        for kind, ending, form, codec in (
            ('clear', '.webm', 'yuva420p', '-c:v libvpx-vp9 -crf 46 -b:v 0 -auto-alt-ref 0 -cpu-used 2 -row-mt 1'),
            ('light', '.mp4', 'yuv420p', '-c:v libx264 -crf 24 -preset slow -movflags +faststart'),
        ):
            src = [
                'ffmpeg',
                '-y',
                '-loglevel',
                'error',
                '-framerate',
                str(FPS),
                '-i',
                os.path.join(d, kind + '-%03d.png'),
            ]
            how = ['-vf', 'scale=720:720:flags=lanczos,format=' + form, '-an', '-threads', '2', *codec.split()]
            part = os.path.join(d, 'film' + ending)
            subprocess.run([*src, *how, part], check=True)
            dst = os.path.join(out, piece + ending)
            with open(part, 'rb') as f, open(dst + '.part', 'wb') as g:
                g.write(f.read())
            os.replace(dst + '.part', dst)
    kb = [os.path.getsize(os.path.join(out, piece + e)) // 1000 for e in ('.webm', '.mp4')]
    print(
        'DONE film %s  traced %.0f s, films %.0f s, %d and %d kB' % (piece, t1 - t0, time.time() - t1, *kb), flush=True
    )


if __name__ == '__main__':
    a = sys.argv[1:]
    opt = {a[i][2:]: a[i + 1] for i in range(len(a)) if a[i].startswith('--')}
    names = [x for i, x in enumerate(a) if not x.startswith('--') and not (i and a[i - 1].startswith('--'))]
    for name in names:
        film(name, opt.get('out', os.path.join(HERE, 'out')), int(opt.get('size', 600)), int(opt.get('spp', 14)))
