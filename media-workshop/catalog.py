"""What to render: every piece and metal of the shop in the same named set of views, in order of value.
Lengths are centimetres at true size; `span` is how many centimetres of the piece's plane the picture is wide, so pictures with one span are to one scale.

views: 1 hero three-quarter, 2 front or top, 3 profile, back or clasp, 4 close-up of the stone, 5 to scale on porcelain; `box-CATEGORY` one per category.
"""
import math
import numpy as np
from geo import *
from pieces import *
import forms as fm

METAL = {
    'yg': ('yellow-gold', '14k yellow gold', 'жёлтого золота 585'),
    'rg': ('rose-gold', '14k rose gold', 'розового золота 585'),
    'wg': ('white-gold', '14k white gold', 'белого золота 585'),
    'pt': ('platinum', 'platinum', 'платины 950'),
    'ag': ('silver', 'sterling silver', 'серебра 925'),
}
CUT = {
    'round': ('round', 'круглой огранки'),
    'oval': ('oval', 'огранки «овал»'),
    'cushion': ('cushion-cut', 'огранки «кушон»'),
    'pear': ('pear-cut', 'огранки «груша»'),
    'emerald': ('emerald-cut', 'изумрудной огранки'),
    'princess': ('princess-cut', 'огранки «принцесса»'),
    None: ('', ''),
}
LIGHT = {'yg': 'ivory', 'rg': 'blush', 'wg': 'pearl', 'pt': 'pearl', 'ag': 'pearl'}
DARK = {'yg': 'taupe', 'rg': 'mauve', 'wg': 'slate', 'pt': 'slate', 'ag': 'slate'}
WARM = {'yg': 0.7, 'rg': 0.6, 'wg': 0, 'pt': -0.1, 'ag': 0.1}
VIEW = {
    '1': ('three-quarter view', 'вид в три четверти'),
    'top': ('seen from above', 'вид сверху'),
    'front': ('front view', 'вид спереди'),
    'profile': ('profile', 'вид сбоку'),
    'back': ('the post and back', 'штифт и застёжка сзади'),
    'clasp': ('the clasp', 'замок'),
    'hinge': ('the hinge and catch', 'шарнир и замок'),
    'whole': ('the whole length', 'вся длина'),
    '4': ('close-up of the stone', 'камень крупным планом'),
    '4s': ('close-up of the stones', 'камни крупным планом'),
    '4m': ('close-up of the polish', 'полировка крупным планом'),
    'hand': ('to scale on a porcelain hand', 'в масштабе на фарфоровой руке'),
    'neck': ('to scale on a porcelain bust', 'в масштабе на фарфоровом бюсте'),
    'ear': ('to scale on a porcelain ear', 'в масштабе на фарфоровом ухе'),
}
BEST = 'ring-solitaire-round ring-solitaire-oval ring-eternity-round ring-wedding-plain bracelet-tennis-round earrings-stud-round earrings-hoop necklace-solitaire-round'.split()
TREND = 'ring-solitaire-pear ring-solitaire-emerald ring-halo-cushion bracelet-bangle-pave-round earrings-hoop-pave-round necklace-halo-pear necklace-tennis-round set-pendant-studs-round'.split()
I4 = np.eye(4)
UP = lambda az=-32, tilt=16: R('z', az) @ R('x', tilt)
HAND_UP = T(0, 0, 14.2)
FORM = {'yg': 'sand', 'rg': 'rose', 'wg': 'mist', 'pt': 'mist', 'ag': 'mist'}


# ---------------------------------------------------------------- to scale
def form(name):
    return lambda: Piece().add(getattr(fm, name)(), I4, 'porcelain', 'form')


def on_hand(f):
    return lambda: Piece().put(f(), fm.ring_seat())


def on_neck(metal, drop, length=45):
    """Chain where it lies on the bust, the drop at its lowest point facing forward."""

    def make():
        path = fm.neck_path(length, 0.055)
        i = len(path) // 2
        q = path[i]
        z = fm.grad(fm.neck_sdf, q)
        x = np.array([1.0, 0, 0])
        z = unit(z - x * (z @ x))
        y = np.cross(z, x)
        P = Piece()
        d = drop(metal)
        if hasattr(d, 'half'):  # a bar: the chain ends at its loops
            s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
            a, b = path[s < s[i] - d.half], path[s > s[i] + d.half]
            P.put(chain(a, metal), I4, 'chain')
            P.put(chain(b, metal), I4, 'chain')
            P.put(d, frame(q + z * 0.06, x, y, z), 'head')
        else:
            back = d.verts()[:, 2].min()
            lift = max(0.06, -back + 0.02)
            s = np.linalg.norm(path - q, axis=1)
            path = path + z * (lift - 0.02) * np.exp(-((s / 0.8) ** 2))[:, None]
            P.put(chain(path, metal), I4, 'chain')
            P.put(d, frame(q + z * lift, x, y, z), 'head')
        return P

    return make


def on_neck_tennis(metal, length=42, w=0.30):
    def make():
        return tennis_closed(fm.neck_path(length, 0.14), metal, w, up=lambda p: fm.grad(fm.neck_sdf, p))

    return make


def on_ear(f, kind):
    """One earring in the lobe."""

    def make():
        P = Piece()
        p, n = fm.lobe_seat()
        up_ = np.array([0, 0, 1.0])
        if kind == 'stud':
            q = f()
            back = q.verts(I4, ['head'])[:, 2].min()
            z = n
            x = unit(np.cross(up_, z))
            y = np.cross(z, x)
            return P.put(q, frame(p + z * (-back - 0.05), x, y, z))
        if kind == 'hoop':
            h = f()
            v = h.verts()
            # stands in the plane through the lobe, hanging from its post
            top = np.array([0, 0, v[:, 2].max() - 0.10])
            M = T(*(p + np.array([0, 0.33, 0]))) @ R('z', 90) @ T(*(-top))
            return P.put(h, M)
        d = f()
        M = T(*(p + np.array([0, -0.02, 0]))) @ R('x', 90) @ T(*(-np.array(d.top) + np.array([0, 0, -0.24])))
        return P.put(d, M)

    return make


def on_wrist(make, length, off):
    """Flexible bracelets: make(path, up)."""
    return lambda: make(fm.wrist_curve(length, off), lambda p: fm.grad(fm.hand_sdf, p))


def bangle_on_wrist(f):
    return lambda: Piece().put(f(), T(0.05, 0.42, -1.3) @ R('y', 9) @ R('x', 7) @ R('x', 90))


# ---------------------------------------------------------------- the catalogue
def jobs():
    J = []

    def add(piece, cat, sub, cut, m, view, vname, en, ru, prio, **k):
        slug, men, mru = METAL[m]
        ve, vr = VIEW[vname]
        a = lambda s: s.replace(' a oval', ' an oval').replace(' a emerald', ' an emerald')
        k.setdefault('look', LIGHT[m])
        k.setdefault('warm', WARM[m])
        J.append(
            dict(
                name='%s-%s-%s' % (piece, slug, view),
                piece='%s-%s' % (piece, slug),
                product=piece,
                category=cat,
                subcategory=sub,
                cut=cut,
                metal=slug,
                view=int(view),
                view_name=vname,
                alt_en=a(en.format(m=men, c=CUT[cut][0])) + ', ' + ve,
                alt_ru=ru.format(m=mru, c=CUT[cut][1]) + ', ' + vr,
                prio=prio,
                **k,
            )
        )

    def order(piece, first, view):
        """Lower is sooner: best sellers first, all heroes before the other views, first metal before the others."""
        g = 0 if piece in BEST else 1 if piece in TREND else 2
        return {'1': 0, '4': 2, '5': 3, '3': 4, '2': 5}[view] * 2 + g * 3 + (0 if first else 5)

    # ------------------------------------------------------------ rings
    def ring(piece, sub, cut, metals, f, en, ru, closeup='4', **k):
        for i, m in enumerate(metals.split()):
            g = lambda m=m: f(m)
            A = lambda v, vn, **q: add(piece, 'rings', sub, cut, m, v, vn, en, ru, order(piece, i == 0, v), **q)
            A('1', '1', items=[dict(piece=g, M=UP(-32, 18))], el=30, span=2.95)
            A('2', 'top', items=[dict(piece=g, M=UP(-14, 6))], el=66, span=2.95)
            A('3', 'profile', items=[dict(piece=g, M=UP(6, 0))], el=9, span=3.15)
            if closeup == '4m':
                A(
                    '4',
                    '4m',
                    items=[dict(piece=g, M=UP(-50, 90))],
                    el=34,
                    span=1.7,
                    look=DARK[m],
                    aim=(-0.55, -0.62, 0.25),
                )
            else:
                z = f(m).verts(UP(22, 10), ['head'])
                A(
                    '4',
                    closeup,
                    items=[dict(piece=g, M=UP(22, 10), tags=['head'] if sub != 'eternity' else None)],
                    el=50,
                    span=k.get('near', 1.5),
                    look=DARK[m],
                    **({'aim': (0, -0.12, 2.0)} if sub == 'eternity' else {}),
                )
            A(
                '5',
                'hand',
                items=[
                    dict(piece=form('hand'), M=HAND_UP, drop=False, frame=False),
                    dict(piece=on_hand(g), M=HAND_UP, drop=False, tags=['head'] if closeup != '4m' else None),
                ],
                el=10,
                az=10,
                span=7.8,
                cy=-0.04,
                cx=0.02,
                back=5,
                look=FORM[m],
                lit='front',
            )

    sol = ('Solitaire ring in {m} with a {c} moissanite', 'Кольцо-солитер из {m} с муассанитом {c}')
    ring('ring-solitaire-round', 'solitaire', 'round', 'yg wg rg', lambda m: ring_solitaire(m, 'round', 0.65, 6), *sol)
    ring('ring-solitaire-oval', 'solitaire', 'oval', 'wg', lambda m: ring_solitaire(m, 'oval', 0.60, 4), *sol)
    ring(
        'ring-eternity-round',
        'eternity',
        'round',
        'wg yg',
        lambda m: ring_eternity(m, 0.20),
        'Full eternity band in {m} with {c} moissanites',
        'Кольцо-дорожка по всему кругу из {m} с муассанитами {c}',
        '4s',
    )
    ring(
        'ring-wedding-plain',
        'wedding',
        None,
        'yg rg pt',
        lambda m: ring_plain(m, 0.50, 0.17, 2.3),
        'Plain wedding band in {m}',
        'Гладкое обручальное кольцо из {m}',
        '4m',
    )
    ring('ring-solitaire-pear', 'solitaire', 'pear', 'rg', lambda m: ring_solitaire(m, 'pear', 0.60, 5), *sol)
    ring(
        'ring-solitaire-emerald',
        'solitaire',
        'emerald',
        'pt',
        lambda m: ring_solitaire(m, 'emerald', 0.60, 4, width=0.21),
        *sol,
    )
    ring(
        'ring-halo-cushion',
        'halo',
        'cushion',
        'wg yg',
        lambda m: ring_solitaire(m, 'cushion', 0.65, 4, pave=0.13, halo_w=0.13),
        'Halo ring in {m} with a {c} moissanite and pavé shoulders',
        'Кольцо с ореолом из {m} с муассанитом {c} и дорожкой паве',
        near=1.7,
    )
    ring(
        'ring-pave-princess',
        'pave',
        'princess',
        'wg',
        lambda m: ring_solitaire(m, 'princess', 0.55, 4, pave=0.15),
        'Engagement ring in {m} with a {c} moissanite and pavé band',
        'Помолвочное кольцо из {m} с муассанитом {c} и дорожкой паве',
    )
    ring(
        'ring-halo-round',
        'halo',
        'round',
        'rg',
        lambda m: ring_solitaire(m, 'round', 0.60, 4, halo_w=0.13, width=0.18),
        'Halo ring in {m} with a {c} moissanite',
        'Кольцо с ореолом из {m} с муассанитом {c}',
        near=1.7,
    )
    ring(
        'ring-three-stone-oval',
        'three-stone',
        'oval',
        'yg',
        lambda m: ring_three(m, 'oval', 0.60, 'round', 0.40),
        'Three-stone ring in {m}: a {c} moissanite between two rounds',
        'Кольцо с тремя камнями из {m}: муассанит {c} между двумя круглыми',
        '4s',
        near=2.1,
    )
    ring(
        'ring-three-stone-emerald',
        'three-stone',
        'emerald',
        'pt',
        lambda m: ring_three(m, 'emerald', 0.60, 'pear', 0.30),
        'Three-stone ring in {m} with a {c} moissanite and pear side stones',
        'Кольцо с тремя камнями из {m} с муассанитом {c} и боковые «груши»',
        '4s',
        near=2.1,
    )
    ring(
        'ring-bezel-round',
        'solitaire',
        'round',
        'ag',
        lambda m: ring_bezel(m, 'round', 0.50),
        'Bezel-set ring in {m} with a {c} moissanite',
        'Кольцо из {m} с муассанитом {c} в глухой закрепке',
    )
    ring(
        'ring-solitaire-blue-cushion',
        'solitaire',
        'cushion',
        'wg',
        lambda m: ring_solitaire(m, 'cushion', 0.70, 4, gemmat='blue'),
        'Solitaire ring in {m} with a blue {c} moissanite',
        'Кольцо-солитер из {m} с синим муассанитом {c}',
    )

    # ------------------------------------------------------------ necklaces
    def neck(
        piece,
        sub,
        cut,
        metals,
        en,
        ru,
        near=None,
        whole=None,
        drop=None,
        near_span=1.5,
        hero_aim=(0, -0.62, 0.25),
        worn=None,
        hero_span=3.6,
        closeup='4',
    ):
        for i, m in enumerate(metals.split()):
            A = lambda v, vn, **q: add(piece, 'necklaces', sub, cut, m, v, vn, en, ru, order(piece, i == 0, v), **q)
            n, w = (lambda m=m: near(m)), (lambda m=m: whole(m))
            A(
                '1',
                '1',
                items=[dict(piece=n)],
                el=74 if sub == 'pendant' else 62,
                az=0,
                span=hero_span,
                aim=hero_aim,
                back=20,
            )
            A('2', 'whole', items=[dict(piece=w)], el=72, span=23, back=8)
            far = whole(m).verts(I4, ['clasp'])
            A(
                '3',
                'clasp',
                items=[dict(piece=w)],
                el=52,
                az=14,
                span=3.6,
                aim=tuple((far.min(0) + far.max(0)) / 2),
                back=20,
            )
            A(
                '4',
                closeup,
                items=[dict(piece=n, tags=['head'])],
                el=80 if sub == 'pendant' else 62,
                az=6,
                span=near_span,
                look=DARK[m],
                aim=None if sub != 'tennis' else (0, 0.1, 0.1),
            )
            A(
                '5',
                'neck',
                items=[
                    dict(piece=form('neck'), M=T(0, 0, 19), drop=False, frame=False),
                    dict(piece=worn(m), M=T(0, 0, 19), drop=False, tags=['head', 'chain', 'focus']),
                ],
                el=7,
                az=12,
                span=18.5,
                aim=(0, -4, 17.4),
                back=5,
                look=FORM[m],
                lit='front',
            )

    def pend(piece, cut, metals, en, ru, **k):
        neck(
            piece,
            'pendant',
            cut,
            metals,
            en,
            ru,
            near=lambda m: pendant_laid(m, reach=7, **k),
            whole=lambda m: pendant_laid(m, **k),
            worn=lambda m: on_neck(m, lambda mm: pendant_drop(mm, **k)),
            near_span=1.7,
            hero_aim=(0, -0.62, 0.25),
        )

    pend(
        'necklace-solitaire-round',
        'round',
        'yg wg rg',
        'Solitaire pendant necklace in {m} with a {c} moissanite',
        'Подвеска на цепочке из {m} с муассанитом {c}',
        shape='round',
        w=0.60,
    )
    pend(
        'necklace-halo-pear',
        'pear',
        'wg',
        'Halo pendant necklace in {m} with a {c} moissanite',
        'Подвеска с ореолом из {m} с муассанитом {c}',
        shape='pear',
        w=0.53,
        halo_w=0.13,
    )
    pend(
        'necklace-bezel-round',
        'round',
        'rg',
        'Bezel pendant necklace in {m} with a {c} moissanite',
        'Подвеска из {m} с муассанитом {c} в глухой закрепке',
        shape='round',
        w=0.50,
        style='bezel',
    )
    pend(
        'necklace-solitaire-emerald',
        'emerald',
        'pt',
        'Pendant necklace in {m} with a {c} moissanite',
        'Подвеска на цепочке из {m} с муассанитом {c}',
        shape='emerald',
        w=0.51,
    )
    neck(
        'necklace-bar-round',
        'bar',
        'round',
        'yg',
        'Bar necklace in {m} with {c} moissanites',
        'Колье-планка из {m} с муассанитами {c}',
        near=lambda m: bar_laid(m, reach=7),
        whole=bar_laid,
        worn=lambda m: on_neck(m, bar_drop),
        hero_aim=(0, 0.15, 0.1),
        near_span=1.9,
        closeup='4s',
    )
    neck(
        'necklace-tennis-round',
        'tennis',
        'round',
        'wg',
        'Tennis necklace in {m} with {c} moissanites',
        'Теннисное колье из {m} с муассанитами {c}',
        near=tennis_neck_laid,
        whole=tennis_neck_laid,
        worn=on_neck_tennis,
        hero_aim=(0, 0.9, 0.1),
        near_span=1.9,
        hero_span=5.0,
        closeup='4s',
    )

    # ------------------------------------------------------------ earrings
    def ear(piece, sub, cut, metals, f, en, ru, closeup='4s'):
        for i, m in enumerate(metals.split()):
            A = lambda v, vn, **q: add(piece, 'earrings', sub, cut, m, v, vn, en, ru, order(piece, i == 0, v), **q)
            g = lambda m=m: f(m)
            one = {'studs': 'stud', 'hoops': 'hoop', 'drops': 'drop'}[sub]
            h = (lambda m=m: f(m)) if sub != 'drops' else (lambda m=m: drop(m, **f(m)))
            if sub == 'studs':
                A('1', '1', items=[dict(piece=lambda m=m: studs(f(m), 0.55, (14, -30)))], el=26, span=2.7, one=h)
                A('2', 'front', items=[dict(piece=lambda m=m: studs(f(m), 0.55, (0, 0)))], el=14, span=2.7)
                A('3', 'back', items=[dict(piece=lambda m=m: studs(f(m), 0.40, (70, 146)))], el=22, span=2.85)
                A(
                    '4',
                    closeup,
                    items=[dict(piece=lambda m=m: studs(f(m), 0.55, (8, -20)), tags=['head'])],
                    el=22,
                    span=1.25,
                    look=DARK[m],
                    aim=(-0.50, -0.30, 0.26),
                )
            elif sub == 'hoops':
                A('1', '1', items=[dict(piece=lambda m=m: hoops(f(m)))], el=20, span=4.4, one=h)
                A('2', 'profile', items=[dict(piece=lambda m=m: hoops(f(m), 1.12, (8, -6)))], el=9, span=4.7)
                A(
                    '3',
                    'hinge',
                    items=[dict(piece=lambda m=m: hoops(f(m), 0.95, (20, 30)))],
                    el=24,
                    span=1.9,
                    aim=(-0.95, 0.15, 1.75),
                )
                A(
                    '4',
                    closeup if cut else '4m',
                    items=[dict(piece=lambda m=m: hoops(f(m), 0.80, (58, 34)))],
                    el=16,
                    span=1.8,
                    look=DARK[m],
                    aim=(-0.62, 0.0, 0.62),
                )
            else:
                A('1', '1', items=[dict(piece=lambda m=m: drops(m, **f(m)))], el=62, az=-10, span=4.4, one=h)
                A('2', 'front', items=[dict(piece=lambda m=m: drops(m, **f(m)))], el=82, span=4.4)
                A(
                    '3',
                    'profile',
                    items=[
                        dict(
                            piece=lambda m=m: Piece()
                            .put(drop(m, **f(m)), T(-0.75, 0, 0) @ R('y', 90))
                            .put(drop(m, **f(m)), T(0.65, -0.1, 0.25) @ R('y', 20))
                        )
                    ],
                    el=72,
                    span=4.4,
                )
                A(
                    '4',
                    '4s',
                    items=[dict(piece=lambda m=m: drops(m, **f(m)), tags=['head'])],
                    el=66,
                    span=1.6,
                    look=DARK[m],
                    aim=(-(f(m).get('w', 0.5) * 0.75 + (f(m).get('halo_w') or 0) + 0.20), 0.1, 0.3),
                )
            A(
                '5',
                'ear',
                items=[
                    dict(piece=form('ear'), M=T(0, 0, 9.9), drop=False, frame=False),
                    dict(piece=on_ear(h, one), M=T(0, 0, 9.9), drop=False),
                ],
                el=8,
                az=-24 if sub == 'hoops' else -12,
                span=9.0,
                aim=(1.0, 0, 9.2 if sub != 'studs' else 9.9),
                back=6,
                look=FORM[m],
                lit='front',
            )

    ear(
        'earrings-stud-round',
        'studs',
        'round',
        'wg yg',
        lambda m: stud(m, 'round', 0.50),
        'Stud earrings in {m} with {c} moissanites',
        'Серьги-пусеты из {m} с муассанитами {c}',
    )
    ear(
        'earrings-hoop',
        'hoops',
        None,
        'yg ag',
        lambda m: hoop_plain(m),
        'Polished hoop earrings in {m}',
        'Гладкие серьги-кольца из {m}',
    )
    ear(
        'earrings-hoop-pave-round',
        'hoops',
        'round',
        'wg',
        lambda m: hoop_pave(m),
        'Hoop earrings in {m} set with {c} moissanites',
        'Серьги-кольца из {m} с дорожкой муассанитов {c}',
    )
    ear(
        'earrings-stud-bezel-round',
        'studs',
        'round',
        'rg',
        lambda m: stud(m, 'round', 0.40, style='bezel'),
        'Bezel stud earrings in {m} with {c} moissanites',
        'Пусеты из {m} с муассанитами {c} в глухой закрепке',
    )
    ear(
        'earrings-stud-halo-cushion',
        'studs',
        'cushion',
        'yg',
        lambda m: stud(m, 'cushion', 0.50, halo_w=0.12),
        'Halo stud earrings in {m} with {c} moissanites',
        'Пусеты с ореолом из {m} с муассанитами {c}',
    )
    ear(
        'earrings-drop-pear',
        'drops',
        'pear',
        'yg',
        lambda m: dict(shape='pear', w=0.53, top_w=0.30),
        'Drop earrings in {m} with {c} moissanites',
        'Серьги-подвески из {m} с муассанитами {c}',
    )
    ear(
        'earrings-drop-halo-oval',
        'drops',
        'oval',
        'wg',
        lambda m: dict(shape='oval', w=0.51, top_w=0.30, halo_w=0.12),
        'Halo drop earrings in {m} with {c} moissanites',
        'Серьги-подвески с ореолом из {m} с муассанитами {c}',
    )

    # ------------------------------------------------------------ bracelets
    def brace(piece, sub, cut, m, hero, en, ru, worn, kind, top=None, near_aim=None, clasp_az=180, worn_tags=None):
        A = lambda v, vn, **q: add(piece, 'bracelets', sub, cut, m, v, vn, en, ru, order(piece, True, v), **q)
        flat = kind == 'chain'
        A('1', '1', items=[dict(piece=hero, M=R('z', 8))], el=50 if flat else 27, span=7.6)
        if kind == 'tennis':
            A('2', 'whole', items=[dict(piece=top, M=R('z', 32))], el=64, span=16.5)
        else:
            A('2', 'top', items=[dict(piece=hero)], el=84 if flat else 70, span=7.6)
        v = hero().verts(R('z', clasp_az), ['clasp'])
        c = (v.min(0) + v.max(0)) / 2 if len(v) else np.zeros(3)
        if kind == 'bangle':  # the hinge side to the viewer
            c = v[np.argsort(v[:, 1])[:40]].mean(0)
        A(
            '3',
            'hinge' if kind == 'bangle' else 'clasp',
            items=[dict(piece=hero, M=R('z', clasp_az))],
            el=50 if flat else 24,
            span=3.2,
            aim=None if False else tuple(c - hero().verts(R('z', clasp_az))[:, 2].min() * np.array([0, 0, 1.0])),
        )
        A(
            '4',
            '4s' if cut else '4m',
            items=[dict(piece=hero, M=R('z', 14))],
            el=52 if flat else 20,
            span=2.6,
            look=DARK[m],
            aim=near_aim,
        )
        A(
            '5',
            'hand',
            items=[
                dict(piece=form('hand'), M=HAND_UP, drop=False, frame=False),
                dict(piece=worn, M=HAND_UP, drop=False, tags=worn_tags),
            ],
            el=9,
            az=12,
            span=14,
            aim=(0.1, -1.2, 14.6),
            back=5,
            look=FORM[m],
            lit='front',
        )

    tl = lambda s: TENNIS[s]['n'] * TENNIS[s]['pitch'] + 0.42
    tw = lambda m, s: on_wrist(
        lambda path, up: tennis(path, m, TENNIS[s]['w'], s, up=up, n=TENNIS[s]['n'], pitch=TENNIS[s]['pitch']),
        tl(s),
        0.44 * TENNIS[s]['w'],
    )
    brace(
        'bracelet-tennis-round',
        'tennis',
        'round',
        'wg',
        lambda: tennis_standing('wg', 'round'),
        'Tennis bracelet in {m} with {c} moissanites',
        'Теннисный браслет из {m} с муассанитами {c}',
        tw('wg', 'round'),
        'tennis',
        lambda: tennis_open('wg', 'round'),
        (-0.25, -2.4, 0.34),
    )
    brace(
        'bracelet-bangle-pave-round',
        'bangle',
        'round',
        'rg',
        lambda: lying_bangle(bangle('rg', pave=0.18, width=0.34)),
        'Bangle in {m} with a row of {c} moissanites',
        'Жёсткий браслет из {m} с дорожкой муассанитов {c}',
        bangle_on_wrist(lambda: bangle('rg', pave=0.18, width=0.34)),
        'bangle',
        near_aim=(0.3, -2.8, 0.17),
        clasp_az=-90,
    )
    brace(
        'bracelet-tennis-oval',
        'tennis',
        'oval',
        'yg',
        lambda: tennis_standing('yg', 'oval'),
        'Tennis bracelet in {m} with {c} moissanites',
        'Теннисный браслет из {m} с муассанитами {c}',
        tw('yg', 'oval'),
        'tennis',
        lambda: tennis_open('yg', 'oval'),
        (-0.25, -2.4, 0.36),
    )
    brace(
        'bracelet-bangle',
        'bangle',
        None,
        'yg',
        lambda: lying_bangle(bangle('yg', width=0.42)),
        'Polished bangle in {m}',
        'Гладкий жёсткий браслет из {m}',
        bangle_on_wrist(lambda: bangle('yg', width=0.42)),
        'bangle',
        near_aim=(0.3, -2.8, 0.21),
        clasp_az=-90,
    )
    brace(
        'bracelet-station-round',
        'chain',
        'round',
        'yg',
        lambda: station_bracelet('yg'),
        'Station bracelet in {m} with bezel-set {c} moissanites',
        'Браслет-цепочка из {m} с муассанитами {c} в глухой закрепке',
        on_wrist(lambda p, up: station_bracelet('yg', path=p, up=up), 17.2, 0.05),
        'chain',
        near_aim=(0.55, -2.3, 0.1),
    )
    brace(
        'bracelet-charm-round',
        'chain',
        'round',
        'ag',
        lambda: charm_bracelet('ag'),
        'Chain bracelet in {m} with a moissanite charm',
        'Браслет-цепочка из {m} с подвеской и муассанитом',
        on_wrist(
            lambda p, up: charm_bracelet('ag', path=p, up=up).put(
                charm('ag'),
                (
                    lambda q, z: frame(
                        q + z * 0.12,
                        np.cross([0, 0, 1.0], z) / np.linalg.norm(np.cross([0, 0, 1.0], z)),
                        np.array([0, 0, 1.0]),
                        z,
                    )
                )(p[len(p) // 2], unit(up(p[len(p) // 2]) * np.array([1, 1, 0]))),
                'head',
            ),
            17.2,
            0.09,
        ),
        'chain',
        near_aim=(0.85, -3.6, 0.1),
    )

    # ------------------------------------------------------------ sets
    def group(piece, sub, cut, m, en, ru, v1, v2, v3, v4, v5):
        for v, vn, q in (
            ('1', '1', v1),
            ('2', 'top', v2),
            ('3', 'profile' if sub == 'bridal' else 'back', v3),
            ('4', '4s', v4),
            ('5', 'hand' if sub in ('bridal', 'ring-earrings') else 'neck', v5),
        ):
            if q.get('lit'):
                q = dict(q, look=FORM[m])
            add(piece, 'sets', sub, cut, m, v, vn, en, ru, order(piece, True, v), **q)

    hand = lambda f: dict(
        items=[
            dict(piece=form('hand'), M=HAND_UP, drop=False, frame=False),
            dict(piece=on_hand(f), M=HAND_UP, drop=False, tags=['head']),
        ],
        el=10,
        az=10,
        span=7.8,
        cy=-0.04,
        cx=0.02,
        back=5,
        lit='front',
    )
    bust = lambda w: dict(
        items=[
            dict(piece=form('neck'), M=T(0, 0, 19), drop=False, frame=False),
            dict(piece=w, M=T(0, 0, 19), drop=False),
        ],
        el=7,
        az=12,
        span=18.5,
        aim=(0, -4, 17.4),
        back=5,
        lit='front',
    )
    b = lambda: bridal('yg')
    group(
        'set-bridal-round',
        'bridal',
        'round',
        'yg',
        'Bridal set in {m}: pavé engagement ring with a {c} moissanite and a contoured wedding band',
        'Свадебный комплект из {m}: кольцо с муассанитом {c} и обручальное кольцо по его форме',
        dict(items=[dict(piece=b, M=UP(-32, 18))], el=30, span=2.95),
        dict(items=[dict(piece=b, M=UP(-14, 6))], el=66, span=2.95),
        dict(items=[dict(piece=b, M=UP(64, 2))], el=16, span=3.15),
        dict(items=[dict(piece=b, M=UP(22, 10), tags=['head'])], el=50, span=1.9, look='taupe'),
        hand(b),
    )
    pd = lambda **k: (lambda: pendant_laid(**k))
    ps = lambda m: [
        dict(piece=pd(metal=m, shape='round', w=0.60, reach=7)),
        dict(piece=lambda: studs(stud(m, 'round', 0.50), 0.62, (12, -16)), M=T(0, -2.35, 0)),
    ]
    group(
        'set-pendant-studs-round',
        'pendant-earrings',
        'round',
        'wg',
        'Set in {m}: pendant necklace and stud earrings with {c} moissanites',
        'Комплект из {m}: подвеска и пусеты с муассанитами {c}',
        dict(items=ps('wg'), el=46, span=4.4, aim=(0, -1.0, 0.2), back=20),
        dict(items=ps('wg'), el=70, span=4.4, aim=(0, -1.0, 0.2), back=20),
        dict(items=[dict(piece=lambda: studs(stud('wg', 'round', 0.50), 0.42, (70, 146)))], el=22, span=2.7),
        dict(items=ps('wg')[:1], el=60, span=1.7, look='slate', aim=(0, -0.75, 0.25), back=20),
        bust(on_neck('wg', lambda mm: pendant_drop(mm, 'round', 0.60))),
    )
    pk = dict(shape='pear', w=0.53, halo_w=0.13)
    pp = [
        dict(piece=pd(metal='rg', reach=7, **pk)),
        dict(piece=lambda: drops('rg', shape='pear', w=0.50, top_w=0.26, gap=0.75), M=T(0, -4.35, 0)),
    ]
    group(
        'set-pendant-drops-pear',
        'pendant-earrings',
        'pear',
        'rg',
        'Set in {m}: halo pendant and drop earrings with {c} moissanites',
        'Комплект из {m}: подвеска с ореолом и серьги с муассанитами {c}',
        dict(items=pp, el=56, span=7.4, aim=(0, -2.5, 0.2), back=20),
        dict(items=pp, el=78, span=7.4, aim=(0, -2.5, 0.2), back=20),
        dict(
            items=[
                dict(
                    piece=lambda: Piece()
                    .put(drop('rg', 'pear', 0.50, top_w=0.26), T(-0.75, 0, 0) @ R('y', 90))
                    .put(drop('rg', 'pear', 0.50, top_w=0.26), T(0.65, -0.1, 0.25) @ R('y', 20))
                )
            ],
            el=72,
            span=4.4,
        ),
        dict(items=pp[:1], el=62, span=1.9, look='mauve', aim=(0, -0.85, 0.25), back=20),
        bust(on_neck('rg', lambda mm: pendant_drop(mm, **pk))),
    )
    cr = lambda: ring_solitaire('pt', 'cushion', 0.65, 4, halo_w=0.13)
    cs = lambda: studs(stud('pt', 'cushion', 0.50, halo_w=0.12), 0.60, (8, -22))
    rs = [dict(piece=cr, M=T(-0.35, 0.6, 0) @ UP(-28, 18)), dict(piece=cs, M=T(1.0, -1.25, 0) @ R('z', 8))]
    group(
        'set-ring-studs-cushion',
        'ring-earrings',
        'cushion',
        'pt',
        'Set in {m}: halo ring and halo stud earrings with {c} moissanites',
        'Комплект из {m}: кольцо и пусеты с ореолом и муассанитами {c}',
        dict(items=rs, el=32, span=4.4),
        dict(items=rs, el=62, span=4.4),
        dict(
            items=[dict(piece=lambda: studs(stud('pt', 'cushion', 0.50, halo_w=0.12), 0.44, (70, 146)))],
            el=22,
            span=3.0,
        ),
        dict(items=[dict(piece=cr, M=UP(22, 10), tags=['head'])], el=50, span=1.7, look='slate'),
        hand(cr),
    )

    # ------------------------------------------------------------ boxes
    def box_job(cat, m, items, en, ru, prio=1, **k):
        J.append(
            dict(
                dict(
                    name='box-' + cat,
                    piece='box-' + cat,
                    product='box',
                    category=cat,
                    subcategory='box',
                    cut=None,
                    metal=METAL[m][0],
                    view=1,
                    view_name='box',
                    alt_en=en,
                    alt_ru=ru,
                    prio=prio,
                    items=items,
                    look='ivory',
                    warm=0.6,
                    el=30,
                    az=-24,
                    back=10,
                ),
                **k,
            )
        )

    inbox = lambda f, M, z, **q: dict(piece=f, M=T(0, 0, z) @ M, drop=False, **q)
    rb = lambda: fm.box(5.4, 5.4, 2.7, slot=0.28)
    box_job(
        'rings',
        'yg',
        [
            dict(piece=rb),
            inbox(
                lambda: ring_solitaire('yg', 'round', 0.65, 6),
                T(0, 0, 0.66) @ R('z', 90) @ R('y', 0) @ R('z', -90),
                2.32 - 0.42,
                frame=False,
            ),
        ],
        'Solitaire ring in a green leather presentation box',
        'Кольцо-солитер в зелёной кожаной коробке',
        span=12.4,
    )

    def stud_pad():
        P = fm.box(5.4, 5.4, 2.7)
        for s in (-1, 1):
            P.put(stud('wg', 'round', 0.50), T(s * 0.72, -0.2, 2.32 + 0.26) @ R('x', 12))
        return P

    box_job(
        'earrings',
        'wg',
        [dict(piece=stud_pad)],
        'Stud earrings in a green leather presentation box',
        'Пусеты в зелёной кожаной коробке',
        span=12.4,
    )

    def pend_pad():
        P = fm.box(7.4, 7.4, 2.7)
        d = pendant_drop('yg', 'round', 0.60)
        P.put(d, T(0, 0.15, 2.32 + 0.30), 'head')
        for s in (-1, 1):
            P.put(
                chain(
                    spline(
                        [
                            (0, 0.15, 2.62),
                            (s * 0.5, 0.85, 2.46),
                            (s * 1.5, 1.9, 2.42),
                            (s * 2.3, 2.7, 2.40),
                            (s * 2.75, 3.15, 2.2),
                        ],
                        200,
                    ),
                    'yg',
                ),
                I4,
            )
        return P

    box_job(
        'necklaces',
        'yg',
        [dict(piece=pend_pad)],
        'Solitaire pendant in a green leather presentation box',
        'Подвеска в зелёной кожаной коробке',
        span=15.0,
    )

    def brace_pad():
        P = fm.box(9.2, 9.2, 2.9)
        b = tennis_standing('wg', 'round')
        return P.put(b, T(0, 0, 2.52 - b.verts()[:, 2].min() - 0.04) @ R('z', 10))

    box_job(
        'bracelets',
        'wg',
        [dict(piece=brace_pad)],
        'Tennis bracelet in a green leather presentation box',
        'Теннисный браслет в зелёной кожаной коробке',
        span=18.6,
    )

    def set_pad():
        P = pend_pad_wg()
        for s in (-1, 1):
            P.put(stud('wg', 'round', 0.50), T(s * 0.85, -1.75, 2.32 + 0.26) @ R('x', 12))
        return P

    def pend_pad_wg():
        P = fm.box(7.4, 7.4, 2.7)
        P.put(pendant_drop('wg', 'round', 0.60), T(0, 0.45, 2.32 + 0.30), 'head')
        for s in (-1, 1):
            P.put(
                chain(
                    spline(
                        [
                            (0, 0.45, 2.62),
                            (s * 0.5, 1.1, 2.46),
                            (s * 1.5, 2.05, 2.42),
                            (s * 2.3, 2.8, 2.40),
                            (s * 2.75, 3.2, 2.2),
                        ],
                        200,
                    ),
                    'wg',
                ),
                I4,
            )
        return P

    box_job(
        'sets',
        'wg',
        [dict(piece=set_pad)],
        'Pendant and stud earrings in a green leather presentation box',
        'Подвеска и пусеты в зелёной кожаной коробке',
        span=15.0,
    )

    # ------------------------------------------------------------ page heroes, category tiles, share picture, icon
    def scene(name, cat, m, items, look, en, ru, res, **k):
        J.append(
            dict(
                dict(name=name, piece=name, product='scene', category=cat, subcategory=cat, cut=None, metal=METAL[m][0])
                | dict(view=1, view_name='scene', alt_en=en, alt_ru=ru, prio=1, items=items, look=look, res=res)
                | dict(warm=WARM[m], back=10, opaque=True),
                **k,
            )
        )

    def wide_and_tall(name, m, items, look, en, ru, tall, **k):
        scene(name, 'heroes', m, items, look, en, ru, (2880, 1620), **k)
        scene(name + '-tall', 'heroes', m, items, look, en, ru, (1440, 1800), **dict(k, **tall))

    wide_and_tall(
        'hero-emerald-velvet-ring',
        'yg',
        [dict(piece=lambda: ring_solitaire('yg', 'round', 0.65, 6), M=UP(-30, 18))],
        'velvet',
        'Yellow gold solitaire ring with a round moissanite on deep green velvet',
        'Кольцо-солитер из жёлтого золота с круглым муассанитом на тёмно-зелёном бархате',
        dict(span=4.4, cx=0, cy=0.42),
        el=24,
        span=2.9,
        cx=0.42,
        cy=0.02,
        fire=1.2,
    )
    wide_and_tall(
        'hero-charcoal-halo-ring',
        'wg',
        [dict(piece=lambda: ring_solitaire('wg', 'cushion', 0.65, 4, pave=0.13, halo_w=0.13), M=UP(-34, 18))],
        'charcoal',
        'White gold halo ring with a cushion-cut moissanite on charcoal',
        'Кольцо с ореолом из белого золота с муассанитом огранки «кушон» на угольном фоне',
        dict(span=4.4, cx=0, cy=-0.34),
        el=28,
        span=2.9,
        cx=-0.5,
        cy=0.02,
        fire=1.2,
    )
    scene(
        'hero-ivory-set',
        'heroes',
        'yg',
        [
            dict(piece=lambda: ring_solitaire('yg', 'round', 0.65, 6), M=T(-0.6, 0.5, 0) @ UP(-32, 18)),
            dict(piece=lambda: ring_plain('yg', 0.30, 0.17, 2.4), M=T(0.7, -1.3, 0) @ R('x', 90)),
            dict(piece=lambda: hoops(hoop_pave('yg'), 0.85, (58, 34)), M=T(2.3, 0.7, 0)),
        ],
        'ivory',
        'Yellow gold moissanite ring, wedding band and hoop earrings on ivory',
        'Кольцо с муассанитом, обручальное кольцо и серьги-кольца из жёлтого золота на светлом фоне',
        (2880, 1620),
        el=30,
        span=4.6,
        cx=0.18,
    )
    scene(
        'hero-velvet-tennis',
        'heroes',
        'wg',
        [dict(piece=lambda: tennis_standing('wg', 'round'), M=R('z', 8))],
        'charcoal',
        'White gold tennis bracelet with round moissanites on charcoal',
        'Теннисный браслет из белого золота с круглыми муассанитами на угольном фоне',
        (2880, 1620),
        el=30,
        span=4.6,
        cx=0.35,
        fire=1.2,
    )
    tile = lambda cat, m, items, en, ru, **k: scene('tile-' + cat, 'tiles', m, items, 'sand', en, ru, (1440, 1760), **k)
    tile(
        'rings',
        'yg',
        [dict(piece=lambda: ring_solitaire('yg', 'oval', 0.60, 4, pave=0.13), M=UP(-32, 18))],
        'Yellow gold ring with an oval moissanite and a pavé band',
        'Кольцо из жёлтого золота с овальным муассанитом и дорожкой паве',
        el=30,
        span=3.5,
    )
    tile(
        'necklaces',
        'yg',
        [dict(piece=lambda: pendant_laid('yg', reach=7, shape='pear', w=0.53))],
        'Yellow gold pendant with a pear-cut moissanite',
        'Подвеска из жёлтого золота с муассанитом огранки «груша»',
        el=74,
        span=3.7,
        aim=(0, -0.1, 0.25),
        back=20,
    )
    tile(
        'earrings',
        'yg',
        [dict(piece=lambda: drops('yg', shape='pear', w=0.53, top_w=0.30))],
        'Yellow gold drop earrings with pear-cut moissanites',
        'Серьги-подвески из жёлтого золота с муассанитами огранки «груша»',
        el=66,
        span=4.2,
    )
    tile(
        'bracelets',
        'yg',
        [
            dict(piece=lambda: lying_bangle(bangle('yg', width=0.42)), M=T(0, 0.5, 0)),
            dict(
                piece=lambda: lying_bangle(bangle('yg', pave=0.18, width=0.34)),
                M=T(0.45, -0.55, 0),
                lift=0.43,
            ),
        ],
        'Two yellow gold bangles, one with a row of moissanites',
        'Два жёстких браслета из жёлтого золота, один с дорожкой муассанитов',
        el=34,
        span=10.5,
    )
    tile(
        'sets',
        'yg',
        [
            dict(piece=lambda: pendant_laid('yg', reach=7, shape='round', w=0.60)),
            dict(piece=lambda: studs(stud('yg', 'round', 0.50), 0.62, (12, -16)), M=T(0, -2.35, 0)),
        ],
        'Yellow gold pendant and stud earrings with moissanites',
        'Подвеска и пусеты из жёлтого золота с муассанитами',
        el=54,
        span=4.8,
        aim=(0, -0.9, 0.2),
        back=20,
    )
    scene(
        'social-share',
        'social',
        'yg',
        [dict(piece=lambda: ring_solitaire('yg', 'round', 0.65, 6), M=UP(-30, 18))],
        'velvet',
        'Yellow gold solitaire ring with a round moissanite on deep green velvet',
        'Кольцо-солитер из жёлтого золота с круглым муассанитом на тёмно-зелёном бархате',
        (2400, 1260),
        el=24,
        span=2.9,
        cx=0.3,
        cy=0.02,
        fire=1.2,
    )
    return sorted(J, key=lambda j: (j['prio'], j['name']))


if __name__ == '__main__':
    J = jobs()
    print(len(J), 'pictures', len({j['piece'] for j in J if j['product'] != 'box'}), 'piece-metal combinations')
    for j in J:
        print(j['prio'], j['name'], '|', j['alt_en'], '|', j['alt_ru'])
