"""A turntable: 36 frames at 640 px of a piece's hero view, then a 720 px loop as webm (VP9) and mp4 (H.264).
    /usr/bin/python3 spin.py PIECE-METAL [--out out] [--frames 36] [--size 640] [--spp 24]
"""
import sys, os, time, subprocess, tempfile, shutil

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import numpy as np
from PIL import Image
from geo import *


def spin(piece, out, frames=36, size=640, spp=26, err=0.030, keep=None):
    import catalog, render, post

    t0 = time.time()
    job = next(j for j in catalog.jobs() if j['piece'] == piece and j['view'] == 1)
    if job['category'] == 'rings':  # a ring turns upright, about its own axis
        job = dict(job, items=[dict(it, M=R('z', -20)) for it in job['items']], el=17, span=job['span'] * 1.04)
    made = [(it['piece'](), np.array(it.get('M', np.eye(4))), it) for it in job['items']]  # geometry is made once
    V = np.vstack([P.verts(M) for P, M, _ in made])
    if job.get('aim') is not None:  # a detail of something long: turn about what the picture shows
        c = np.array([job['aim'][0], job['aim'][1], 0])
    else:
        c = np.r_[(V[:, :2].min(0) + V[:, :2].max(0)) / 2, 0]
    d = tempfile.mkdtemp()
    V2 = V - c
    r = np.linalg.norm(V2[:, :2], axis=1).max()
    span = job['span'] * 1.04 if job.get('aim') is not None else max(job['span'], 2.16 * r)
    z = (V[:, 2].max() - V[:, 2].min()) / 2
    for i in range(frames):
        M = T(*c) @ R('z', 360 * i / frames) @ T(*-c)
        items = [dict(it, piece=(lambda P=P: P), M=M @ M0) for P, M0, it in made]
        j = dict(
            job,
            items=items,
            aim=job.get('aim') if job.get('aim') is not None else (c[0], c[1], z),
            span=span,
            res=(size, size),
        )
        S_ = render.build(j)
        raw = S_.shoot(size, size, spp, err, log=False)
        S_.L.done(S_.h)
        im = post.finish(dict(rgb=raw['rgb'], var=raw['var'].mean(-1), aov=raw['aov']))
        Image.fromarray(im).save(os.path.join(d, '%03d.png' % i), compress_level=1)
    t1 = time.time()
    o = os.path.join(out, 'spin')
    os.makedirs(o, exist_ok=True)
    src = [
        'ffmpeg',
        '-y',
        '-loglevel',
        'error',
        '-framerate',
        '12',
        '-i',
        os.path.join(d, '%03d.png'),
        '-vf',
        'scale=720:720:flags=lanczos,format=yuv420p',
        '-an',
    ]
    f = os.path.join(o, piece)
    subprocess.run(
        src
        + [
            '-c:v',
            'libvpx-vp9',
            '-crf',
            '33',
            '-b:v',
            '0',
            '-row-mt',
            '1',
            '-cpu-used',
            '2',
            '-threads',
            '2',
            f + '.webm',
        ],
        check=True,
    )
    subprocess.run(
        src
        + [
            '-c:v',
            'libx264',
            '-crf',
            '21',
            '-preset',
            'slow',
            '-movflags',
            '+faststart',
            '-threads',
            '2',
            f + '.part.mp4',
        ],
        check=True,
    )
    os.replace(f + '.part.mp4', f + '.mp4')
    if keep:
        shutil.copytree(d, keep, dirs_exist_ok=True)
    shutil.rmtree(d)
    print(
        'DONE spin %s  frames %.0f s, video %.0f s, webm %d KB, mp4 %d KB'
        % (piece, t1 - t0, time.time() - t1, os.path.getsize(f + '.webm') // 1024, os.path.getsize(f + '.mp4') // 1024),
        flush=True,
    )


if __name__ == '__main__':
    a = sys.argv[1:]
    opt = {a[i][2:]: a[i + 1] for i in range(len(a)) if a[i].startswith('--')}
    spin(
        a[0],
        opt.get('out', os.path.join(HERE, 'out')),
        int(opt.get('frames', 36)),
        int(opt.get('size', 640)),
        int(opt.get('spp', 26)),
        keep=opt.get('keep'),
    )
