"""Models of the pieces for the viewer: one glTF per product, before compress-models.ts makes it small.

/usr/bin/python3 model.py OUT [PRODUCT...]

Metres, y up, the piece facing +z. The root has one node for each part of the piece (shank, head, chain, clasp...), so that a
viewer can change the ring size; in it are `metal`, repeated metal (`links`), and `stones:CUT` with one mesh for each cut.
"""
import json, math, os, struct, sys
import numpy as np
from catalog import jobs
from geo import *
from pieces import *

STANDING = np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1.0]])  # from z up to y up
FACING = np.eye(4)  # pieces that hang: already y up with the tables towards +z
STONES = {'moi': 'stone', 'moi_s': 'stone', 'blue': 'stone:blue'}
CUTS = ('round', 'oval', 'cushion', 'pear', 'emerald', 'princess')
OFTEN = 2  # a mesh that repeats, as those of a pair of earrings do, is sent once
PARTS = {
    'focus': 'shank',
    'chain': 'chain',
    'clasp': 'clasp',
    'post': 'post',
    'wire': 'wire',
    'bail': 'head',
    'head': 'head',
}


def pair(one, dx):
    return Piece().put(one, T(-dx)).put(one, T(dx))


def poses():
    """Each product: its piece, and the turn from the workshop's axes to the viewer's."""
    first = {}
    for j in jobs():
        if j['product'] != 'box':
            first.setdefault((j['product'], j['view']), j)
    out = {}
    for (product, view), j in first.items():
        cat, sub = j['category'], j['subcategory']
        make = lambda i=0, j=j: j['items'][i]['piece']()
        if cat == 'rings' and view == 1 or sub == 'bridal' and view == 1:
            out[product] = j, make, STANDING
        elif cat == 'necklaces' and view == 2:
            out[product] = j, make, FACING
        elif cat == 'bracelets' and view == 1:
            out[product] = j, make, STANDING
        elif cat == 'earrings' and view == 1:
            if sub == 'hoops':
                out[product] = j, make, STANDING
            else:
                out[product] = j, lambda j=j, sub=sub: pair(j['one'](), 0.62 if sub == 'studs' else 0.85), FACING
        elif sub == 'pendant-earrings' and view == 1:
            drops_ = 'drops' in product
            out[product] = j, lambda d=drops_: jewels_below(d), FACING
        elif sub == 'ring-earrings' and view == 1:
            out[product] = j, ring_and_studs, STANDING
    return out


def jewels_below(with_drops):
    """The pendant on its whole chain, the earrings under it."""
    if with_drops:
        P = Piece().put(pendant_laid('rg', shape='pear', w=0.53, halo_w=0.13), T())
        return P.put(pair(drop('rg', 'pear', 0.50, top_w=0.26), 0.95), T(0, -3.4, 0.3))
    P = Piece().put(pendant_laid('wg', shape='round', w=0.60), T())
    return P.put(pair(stud('wg', 'round', 0.50), 0.75), T(0, -1.75, 0.9))


def ring_and_studs():
    P = Piece().put(ring_solitaire('pt', 'cushion', 0.65, 4, halo_w=0.13), T())
    for s in (
        -1,
        1,
    ):  # upright beside the ring, tables to the viewer; in a part that stays when the ring changes its size
        P.put(stud('pt', 'cushion', 0.50, halo_w=0.12), T(s * 1.75, -0.2, -0.3) @ R('x', 90), 'earrings')
    return P


def cut_of(mesh):
    return next(c for c in CUTS if gem_c(c) is mesh)


def rigid(M):
    """Translation, quaternion and one scale of a matrix; a bangle's slight oval leaves its stones round."""
    s = abs(np.linalg.det(M[:3, :3])) ** (1 / 3)
    u, _, v = np.linalg.svd(M[:3, :3])
    r = u @ v
    w = math.sqrt(max(0, 1 + r[0, 0] + r[1, 1] + r[2, 2])) / 2
    if w > 1e-3:
        q = np.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]]) / (4 * w)
    else:
        w, i = 0.0, int(np.argmax(np.diag(r)))
        q = (r[:, i] + np.eye(3)[i]) / 2
        q = q / np.linalg.norm(q)
    q = np.r_[q, w]
    return M[:3, 3], q / np.linalg.norm(q), s


def outward(mesh):
    """Corners and normals with every closed surface facing out; the tracer does not mind, but viewers do."""
    P, N = triangles(mesh)
    _, corner = np.unique(np.round(P.reshape(-1, 3), 5), axis=0, return_inverse=True)
    corner = corner.reshape(-1, 3)
    label = np.arange(corner.max() + 1)
    while True:  # each closed surface ends with one label
        low = label.copy()
        np.minimum.at(low, corner, label[corner].min(1, keepdims=True))
        low = low[low]
        if (low == label).all():
            break
        label = low
    shell = label[corner[:, 0]]
    c = P.mean((0, 1))
    volume = np.bincount(shell, (np.cross(P[:, 0] - c, P[:, 1] - c) * (P[:, 2] - c)).sum(1))
    inside_out = volume[shell] < 0
    P[inside_out] = P[inside_out][:, ::-1]
    N[inside_out] = -N[inside_out][:, ::-1]
    return P, N


class Glb:
    def __init__(self):
        self.bin, self.views, self.accessors, self.meshes, self.nodes, self.materials = bytearray(), [], [], [], [], []

    def accessor(self, a, kind, target=None):
        a = np.ascontiguousarray(a)
        self.views.append(
            {'buffer': 0, 'byteOffset': len(self.bin), 'byteLength': a.nbytes} | ({'target': target} if target else {})
        )
        self.bin += a.tobytes() + b'\0' * (-a.nbytes % 4)
        acc = {
            'bufferView': len(self.views) - 1,
            'componentType': 5125 if a.dtype == np.uint32 else 5126,
            'count': a.size if kind == 'SCALAR' else len(a),
            'type': kind,
        }
        if kind == 'VEC3':
            acc |= {'min': a.min(0).tolist(), 'max': a.max(0).tolist()}
        self.accessors.append(acc)
        return len(self.accessors) - 1

    def material(self, name):
        names = [m['name'] for m in self.materials]
        if name not in names:
            rough = 0.08 if name == 'metal' else 0
            pbr = {
                'baseColorFactor': [0.9, 0.88, 0.84, 1]
                if name == 'metal'
                else [0.35, 0.55, 0.9, 1]
                if 'blue' in name
                else [1, 1, 1, 1],
                'metallicFactor': float(name == 'metal'),
                'roughnessFactor': rough,
            }
            self.materials.append({'name': name, 'pbrMetallicRoughness': pbr})
            return len(names)
        return names.index(name)

    def mesh(self, name, P, N, material):
        """Corners (n, 3, 3) and their normals, welded where both agree."""
        v = np.c_[P.reshape(-1, 3), N.reshape(-1, 3)]
        size = np.ptp(v[:, :3]) or 1
        key = np.round(v / np.r_[np.full(3, size * 2e-6), np.full(3, 1e-3)]).astype(np.int64)
        _, i, inv = np.unique(key, axis=0, return_index=True, return_inverse=True)
        v = v[i].astype(np.float32)
        v[:, 3:] /= np.linalg.norm(v[:, 3:], axis=1, keepdims=True)
        attributes = {
            'POSITION': self.accessor(v[:, :3], 'VEC3', 34962),
            'NORMAL': self.accessor(v[:, 3:], 'VEC3', 34962),
        }
        prim = {
            'attributes': attributes,
            'indices': self.accessor(inv.reshape(-1).astype(np.uint32), 'SCALAR', 34963),
            'material': self.material(material),
        }
        self.meshes.append({'name': name, 'primitives': [prim]})
        return len(self.meshes) - 1

    def node(self, name, **k):
        self.nodes.append({'name': name, **k})
        return len(self.nodes) - 1

    def instances(self, name, mesh, matrices):
        t, q, s = (np.array(x, np.float32) for x in zip(*map(rigid, matrices)))
        a = {
            'TRANSLATION': self.accessor(t, 'VEC3'),
            'ROTATION': self.accessor(q, 'VEC4'),
            'SCALE': self.accessor(np.repeat(s[:, None], 3, 1), 'VEC3'),
        }
        return self.node(name, mesh=mesh, extensions={'EXT_mesh_gpu_instancing': {'attributes': a}})

    def write(self, path, root):
        used = ['EXT_mesh_gpu_instancing'] if any('extensions' in n for n in self.nodes) else []
        doc = {
            'asset': {'version': '2.0', 'generator': 'media-workshop/model.py'},
            'scene': 0,
            'scenes': [{'nodes': [root]}],
            'nodes': self.nodes,
            'meshes': self.meshes,
            'materials': self.materials,
            'accessors': self.accessors,
            'bufferViews': self.views,
            'buffers': [{'byteLength': len(self.bin)}],
        } | ({'extensionsUsed': used, 'extensionsRequired': used} if used else {})
        j = json.dumps(doc).encode()
        j += b' ' * (-len(j) % 4)
        with open(path, 'wb') as f:
            f.write(struct.pack('<4sIIII', b'glTF', 2, 28 + len(j) + len(self.bin), len(j), 0x4E4F534A) + j)
            f.write(struct.pack('<II', len(self.bin), 0x004E4942) + self.bin)


def export(product, job, piece, turn, path):
    whole = piece.verts(turn)
    centre = (whole.min(0) + whole.max(0)) / 2
    if job['category'] in ('rings',) or job['subcategory'] in ('bridal', 'ring-earrings'):
        centre[:] = 0  # the finger's axis stays the origin, for the ring size
    place = np.diag([0.01, 0.01, 0.01, 1]) @ T(*-centre) @ turn
    eternity = job['subcategory'] == 'eternity'
    groups = {}
    for mesh, M, mat, tag in piece.parts:
        part = 'shank' if eternity else PARTS.get(tag, tag)
        groups.setdefault(part, []).append((mesh, place @ M, mat))
    g, kept, sizes, top = Glb(), {}, {}, []

    for part, items in groups.items():
        children, loose, often = [], [], {}
        for mesh, M, mat in items:
            if mat in STONES:
                often.setdefault((STONES[mat], id(mesh)), []).append((mesh, M))
            else:
                often.setdefault(('metal', id(mesh)), []).append((mesh, M))
        for (material, _), uses in often.items():
            mesh = uses[0][0]
            if material == 'metal' and (len(uses) < OFTEN or len(mesh.v) < 12):
                loose += uses
                continue
            key = (material, id(mesh))
            name = 'stones:' + cut_of(mesh) if material != 'metal' else 'links' if part == 'chain' else 'repeated'
            if key not in kept:
                kept[key] = g.mesh(name, *outward(mesh), material)
            children.append(g.instances(name, kept[key], [M for _, M in uses]))
            if material != 'metal':
                x, y = np.ptp(mesh.v[:, 0]), np.ptp(mesh.v[:, 1])
                for _, M in uses:
                    mm = 1000 * rigid(M)[2]
                    size = cut_of(mesh), round(mm * max(x, y), 2), round(mm * min(x, y), 2)
                    sizes[size] = sizes.get(size, 0) + 1
        if loose:
            P, N = zip(
                *[(p @ M[:3, :3].T + M[:3, 3], n @ np.linalg.inv(M[:3, :3])) for m, M in loose for p, n in [outward(m)]]
            )
            N = np.vstack(N)
            N /= np.maximum(np.linalg.norm(N, axis=-1, keepdims=True), 1e-12)
            children.append(g.node('metal', mesh=g.mesh(part, np.vstack(P), N, 'metal')))
        top.append(g.node(part, children=children))
    stones = [
        dict(cut=c, count=n, length_mm=a, width_mm=b) for (c, a, b), n in sorted(sizes.items(), key=lambda s: -s[0][1])
    ]
    root = g.node(product, children=top, extras={'piece': product, 'category': job['category'], 'stones': stones})
    g.write(path, root)
    return stones


if __name__ == '__main__':
    out, only = sys.argv[1], sys.argv[2:]
    os.makedirs(out, exist_ok=True)
    for product, (job, make, turn) in poses().items():
        if not only or product in only:
            path = os.path.join(out, product + '.glb')
            stones = export(product, job, make(), turn, path)
            print('%-30s %7.0f kB  %s' % (product, os.path.getsize(path) / 1000, stones), flush=True)
