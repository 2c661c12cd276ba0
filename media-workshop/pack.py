"""Pictures -> WebP masters, manifest, contact sheets.

    /usr/bin/python3 pack.py                  manifest.json and contact-*.png from everything in out/
    pack.master(job, raw, out)                one raw render -> out/NAME.webp (used by render.py --pack)
"""
import sys, os, json, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
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
    is_pale = job['look'] in ('ivory', 'pearl', 'blush')
    save(Image.fromarray(post.finish(raw, cut_out=is_pale and not job.get('opaque'))), dst)
    return dst


def sheet(files, path, cell=300, cols=5):
    rows = -(-len(files) // cols)
    sh = Image.new('RGB', (cols * (cell + 8), rows * (cell + 24)), '#f1ece4')
    d = ImageDraw.Draw(sh)
    for i, f in enumerate(files):
        im = Image.open(f).convert('RGBA')
        im.thumbnail((cell, cell), Image.LANCZOS)
        x, y = (i % cols) * (cell + 8), (i // cols) * (cell + 24)
        sh.paste(im, (x + (cell - im.width) // 2, y + (cell - im.height) // 2), im)
        d.text((x + 2, y + cell + 6), os.path.basename(f)[:-5][:50], fill=(60, 60, 60))
    sh.save(path)


def main():
    import catalog

    opt = lambda name, other: sys.argv[sys.argv.index(name) + 1] if name in sys.argv else other
    out = opt('--out', os.path.join(HERE, 'out'))
    order = ['rings', 'necklaces', 'earrings', 'bracelets', 'sets', 'heroes', 'tiles', 'social']
    J = sorted(
        catalog.jobs(),
        key=lambda j: (order.index(j['category']), j['product'] == 'box', j['piece'], j['view'], j['name']),
    )
    there = lambda name: os.path.exists(os.path.join(out, name))
    old = json.load(open(opt('--keep', None))) if '--keep' in sys.argv else []
    views = lambda piece: sum(e['piece'] == piece for e in old)
    made = lambda piece: sum(j['piece'] == piece and there(j['name'] + '.webp') for j in J)
    begun = {
        j['piece'] for j in J if j['view'] == 1 and there(j['name'] + '.webp') and made(j['piece']) >= views(j['piece'])
    }
    have = [j for j in J if j['piece'] in begun and there(j['name'] + '.webp')]
    manifest = []
    for j in have:
        file = j['name'] + '.webp'
        width, height = Image.open(os.path.join(out, file)).size
        e = {
            k: j[k]
            for k in ('piece', 'category', 'subcategory', 'cut', 'metal', 'view', 'view_name', 'alt_en', 'alt_ru')
        }
        e = dict(file=file, **e, width=width, height=height, mm_across=round(j['span'] * 10, 1))
        if j['view'] == 1:
            film = [f for f in (j['piece'] + '.webm', j['piece'] + '.mp4') if there(f)]
            model = [f for f in (j['product'] + '.glb', j['product'] + '-ar.glb') if there(f)]
            e |= (dict(film=film) if film else {}) | (dict(model=model) if model else {})
        manifest.append(e)
    # with --keep: pieces that are not rendered yet, or would lose views
    manifest += [e for e in old if e['piece'] not in begun]
    json.dump(manifest, open(os.path.join(out, 'manifest.json'), 'w'), ensure_ascii=False, indent=1)
    for c in order:
        files = [os.path.join(out, j['name'] + '.webp') for j in have if j['category'] == c]
        if files:
            sheet(files, os.path.join(out, 'contact-%s.png' % c))
    print('%d of %d pictures' % (len(have), len(J)))


if __name__ == '__main__':
    main()
