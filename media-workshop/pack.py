"""Pictures -> WebP masters, manifest, contact sheets.

    /usr/bin/python3 pack.py                  manifest.json and contact-*.png from everything in out/
    pack.master(job, raw, out)                one raw render -> out/NAME.webp (used by render.py --pack)
"""
import sys, os, json, io, base64, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import numpy as np
from PIL import Image, ImageDraw

LIMIT = 420_000


def save(im, path, limit=LIMIT):
    tmp = path + '.tmp.png'
    im.save(tmp, compress_level=1)
    for q in (91, 88, 84, 80, 74, 66):
        subprocess.run(
            ['cwebp', '-quiet', '-q', str(q), '-m', '5', '-sharp_yuv', '-af', tmp, '-o', path + '.tmp'], check=True
        )
        if os.path.getsize(path + '.tmp') <= limit:
            break
    os.replace(path + '.tmp', path)
    os.remove(tmp)


def master(job, raw, out):
    import post

    os.makedirs(out, exist_ok=True)
    dst = os.path.join(out, job['name'] + '.webp')
    save(Image.fromarray(post.finish(raw, cut_out=job['look'] in ('ivory', 'pearl', 'blush') and not job.get('opaque'))), dst)
    return dst


def facts(im):
    t = im.copy()
    t.thumbnail((16, 16), Image.LANCZOS)
    b = io.BytesIO()
    t.save(b, 'WEBP', quality=45, method=6)
    c = np.asarray(im.resize((64, 64), Image.BOX).convert('RGB')).reshape(-1, 3)
    q = (c // 24).astype(int)
    k = q[:, 0] * 400 + q[:, 1] * 20 + q[:, 2]
    v, n = np.unique(k, return_counts=True)
    d = c[k == v[n.argmax()]].mean(0).astype(int)
    return '#%02x%02x%02x' % tuple(d), 'data:image/webp;base64,' + base64.b64encode(b.getvalue()).decode()


def sheet(files, path, cell=300, cols=5):
    rows = -(-len(files) // cols)
    sh = Image.new('RGB', (cols * (cell + 8), rows * (cell + 24)), 'white')
    d = ImageDraw.Draw(sh)
    for i, f in enumerate(files):
        im = Image.open(f).convert('RGB')
        im.thumbnail((cell, cell), Image.LANCZOS)
        x, y = (i % cols) * (cell + 8), (i // cols) * (cell + 24)
        sh.paste(im, (x + (cell - im.width) // 2, y + (cell - im.height) // 2))
        d.text((x + 2, y + cell + 6), os.path.basename(f)[:-5][:50], fill=(60, 60, 60))
    sh.save(path)


def main():
    import catalog

    out = sys.argv[sys.argv.index('--out') + 1] if '--out' in sys.argv else os.path.join(HERE, 'out')
    order = ['rings', 'necklaces', 'earrings', 'bracelets', 'sets']
    J = sorted(catalog.jobs(), key=lambda j: (order.index(j['category']), j['product'] == 'box', j['piece'], j['view']))
    have = [j for j in J if os.path.exists(os.path.join(out, j['name'] + '.webp'))]
    man = []
    for j in have:
        f = os.path.join(out, j['name'] + '.webp')
        im = Image.open(f).convert('RGB')
        col, ph = facts(im)
        e = dict(
            file=j['name'] + '.webp',
            piece=j['piece'],
            category=j['category'],
            subcategory=j['subcategory'],
            cut=j['cut'],
            metal=j['metal'] or None,
            view=j['view'],
            view_name=j['view_name'],
            width=im.width,
            height=im.height,
            mm_across=round(j['span'] * 10, 1),
            bytes=os.path.getsize(f),
            alt_en=j['alt_en'],
            alt_ru=j['alt_ru'],
            dominant_color=col,
            placeholder=ph,
        )
        s = os.path.join(out, 'spin', j['piece'])
        if j['view'] == 1 and os.path.exists(s + '.mp4'):
            e['spin'] = dict(mp4='spin/%s.mp4' % j['piece'], webm='spin/%s.webm' % j['piece'], width=720, height=720)
        man.append(e)
    if '--keep' in sys.argv:  # pictures this catalogue does not make: page heroes, category tiles, social
        man += [
            e
            for e in json.load(open(sys.argv[sys.argv.index('--keep') + 1]))
            if e['category'] in ('heroes', 'tiles', 'social')
        ]
    json.dump(man, open(os.path.join(out, 'manifest.json'), 'w'), ensure_ascii=False, indent=1)
    for c in order:
        fs = [os.path.join(out, j['name'] + '.webp') for j in have if j['category'] == c]
        if fs:
            sheet(fs, os.path.join(out, 'contact-%s.png' % c))
    miss = len(J) - len(have)
    print('%d of %d pictures, %d KB; %d missing' % (len(have), len(J), sum(m['bytes'] for m in man) // 1024, miss))


if __name__ == '__main__':
    main()
