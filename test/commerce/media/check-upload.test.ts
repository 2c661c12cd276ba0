import fc from 'fast-check'
import t from 'tap'

import { toSlug } from '#server/catalog/reading/to-product-record.ts'
import { MEDIA_FORMATS } from '#server/cli/import/media-files.ts'
import { BINARY_CHUNK, describeModel, joinChunks, JSON_CHUNK, makeGlb } from '#test/support/make-glb.ts'

import { checkGlb } from '../../../commerce/src/media/check-glb.ts'
import { checkFilm, checkUpload, FORMATS } from '../../../commerce/src/media/check-upload.ts'
import { toMetalCode } from '../../../commerce/src/media/metal-code.ts'

const DAMAGED = 'The model is damaged or incomplete. Export it again as glTF 2.0 binary (.glb).'

t.test('a merchant can upload a model of a million vertices', async (t) => {
  t.equal(checkUpload('ring.glb', makeGlb(describeModel(1_000_000))), undefined)
})

t.test('a merchant is told why a model is too heavy, empty, of another format or not whole', async (t) => {
  const cases: [object, RegExp][] = [
    [describeModel(1_000_001), /^The model has 1,000,001 vertices; at most 1,000,000\. Reduce the mesh/],
    [{ ...describeModel(0) }, /^The model is empty\./],
    [{ ...describeModel(3), buffers: [{ uri: 'ring.bin' }] }, /^The model refers to other files\. Export it as one/],
    [
      { ...describeModel(3), images: [{ uri: 'https://evil.example/a.png' }] },
      /^The model has textures\. .* without them\.$/,
    ],
  ]
  for (const [gltf, problem] of cases) t.match(checkGlb(makeGlb(gltf)), problem)
  const old = makeGlb(describeModel(3))
  old[4] = 1
  t.match(checkGlb(old), /^The model is glTF 1\. Export it as glTF 2\.0/)
  t.match(checkGlb(Buffer.from('PK\u0003\u0004 is another format')), /^This is no model, whatever its name\./)
  t.match(checkUpload('ring.glb', new Uint8Array(4_000_001)), /^The model is 4\.0 MB; at most 4 MB\. Reduce/)
  t.equal(checkUpload('ring.usdz', Buffer.from('PK\u0003\u0004')), undefined)
  t.match(checkUpload('ring.usdz', Buffer.from('glTF')), /^The model is no \.usdz, whatever its name\./)
  t.match(checkUpload('ring.usdz', new Uint8Array(8_000_001)), /at most 8 MB/)
  t.match(checkUpload('ring.gltf', Buffer.from('{}')), /Export it as one \.glb/)
})

t.test('a model that lies about itself is refused as damaged', async (t) => {
  const whole = makeGlb(describeModel(3))
  for (let length = 4; length < whole.length; length += 1) t.equal(checkGlb(whole.subarray(0, length)), DAMAGED)
  const json = Buffer.from(JSON.stringify(describeModel(3)))
  for (const claimed of [0xffffffff, json.length + 1, json.length - 1])
    t.equal(checkGlb(joinChunks([{ type: JSON_CHUNK, bytes: json, claimed }])), DAMAGED)
  t.equal(checkGlb(joinChunks([{ type: BINARY_CHUNK, bytes: json }])), DAMAGED)
  const shapes = [
    'null',
    '[]',
    '{',
    '{"asset":{"version":2}}',
    '['.repeat(1_000_000),
    ...[Number.MAX_VALUE, -1, 0.5, '3'].map((count) => ({ ...describeModel(3), accessors: [{ count }] })),
    { ...describeModel(3), accessors: [] },
    { ...describeModel(3), images: null },
  ]
  for (const shape of shapes) t.equal(checkGlb(makeGlb(shape)), DAMAGED)
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
  const extras = JSON.stringify(describeModel(3)).replace('{', `{"extras":${deep},`)
  t.equal(checkGlb(makeGlb(extras)), undefined, 'what the shop does not read may be as deep as it likes')
  const hollow = { ...describeModel(3), accessors: [{ count: 3 }, { count: 4e9 }] }
  t.equal(checkGlb(makeGlb(hollow)), DAMAGED, 'an accessor without bytes may not claim gigabytes')
})

t.test('no bytes make the check fail or hang', async () => {
  const base = makeGlb(describeModel(3))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(base.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
      const bytes = base.slice()
      for (const [at, value] of changes) bytes[at] = value
      return ['string', 'undefined'].includes(typeof checkGlb(bytes))
    }),
  )
})

t.test('a merchant is told what is wrong with a film and how to export it', async (t) => {
  const mp4 = Buffer.from('\0\0\0\u0018ftypisom')
  t.equal(checkUpload('ring.MP4', mp4), undefined)
  t.equal(checkUpload('ring.webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3])), undefined)
  t.equal(
    checkUpload('ring.webm', mp4),
    'The film is no .webm, whatever its name. Export it at 720 px, H.264, without sound.',
  )
  t.match(checkUpload('ring.mp4', Buffer.from('\0\0\0\u0014ftypqt  ')), /^The film is no \.mp4/, 'a renamed .mov')
  t.match(checkUpload('ring.mov', mp4), /^Not every browser plays a \.mov\. Export it as \.mp4/)
  t.equal(
    checkUpload('ring.mp4', new Uint8Array(12_000_000)),
    'The film is 12.0 MB; at most 4 MB. Export it at 720 px, H.264, without sound.',
  )
  t.equal(checkFilm({ duration: 30, videoWidth: 1080, videoHeight: 720 }), undefined)
  t.match(checkFilm({ duration: 8, videoWidth: 1920, videoHeight: 1080 }), /^The film is 1920 × 1080 px; at most 1080/)
  t.equal(
    checkFilm({ duration: 45.2, videoWidth: 720, videoHeight: 720 }),
    'The film takes 46 s; at most 30 s. Cut it to a loop of 8 s.',
  )
  t.match(checkFilm({ duration: Infinity, videoWidth: 720, videoHeight: 720 }), /^This browser cannot play the film\./)
  t.match(checkFilm({ duration: 8, videoWidth: 0, videoHeight: 0 }), /cannot play/, 'only its sound')
  for (const name of ['ring.png', 'ring.constructor', 'ring', ''])
    t.equal(checkUpload(name, mp4), undefined, 'images are none of its business')
})

t.test('an import has the limits of the dashboard', async (t) => {
  const limits = (formats: Iterable<[string, { kind: string; mostBytes: number }]>): string[] =>
    Array.from(formats, ([ending, { kind, mostBytes }]) => `${ending} ${kind} ${mostBytes}`)
  t.same(limits(MEDIA_FORMATS), limits(FORMATS))
})

t.test('the dashboard names a metal as the storefront does', async (t) => {
  for (const metal of ['14k White Gold', ' Rosé–Gold! ', 'Серебро'])
    t.equal(toMetalCode(metal, 'id'), toSlug(metal, 'id'))
})
