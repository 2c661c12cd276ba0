import t from 'tap'

import { checkPictures } from '#dev/check-pictures.ts'
import { createAdminClient } from '#server/medusa/admin/admin-client.ts'
import { describeModel, makeGlb } from '#test/support/make-glb.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

t.setTimeout(600_000)

t.test('the backend takes films and models that the shop can show, and says what to do with others', async (t) => {
  const { medusaUrl, adminKey } = await ownCommerce()
  const client = createAdminClient({ baseUrl: medusaUrl, auth: { apiKey: adminKey } })
  t.teardown(() => client.close())
  const upload = async (name: string, ...parts: BlobPart[]) =>
    (await client.admin.upload.create({ files: [new File(parts, name)] })).files[0]?.url ?? ''

  const model = makeGlb(describeModel(3))
  const url = await upload('ring.glb', model)
  const stored = await fetch(url, { headers: { range: 'bytes=0-3' } })
  t.same([stored.status, await stored.text()], [206, 'glTF'])
  t.equal(stored.headers.get('content-type'), 'model/gltf-binary')
  const film = await fetch(await upload('ring.mp4', '\0\0\0\u0018ftypisom'))
  t.equal(film.headers.get('content-type'), 'video/mp4')

  await t.rejects(upload('film.mp4', new Uint8Array(12_000_000)), {
    status: 400,
    message: 'film.mp4: The film is 12.0 MB; at most 4 MB. Export it at 720 px, H.264, without sound.',
  })
  await t.rejects(upload('cut.glb', model.slice(0, -1)), { status: 400, message: /^cut\.glb: The model is damaged/ })
  await t.rejects(upload('film.mov', 'moov'), { status: 400, message: /Export it as \.mp4/ })

  await t.resolves(checkPictures(client.admin), 'what content:check asks the backend for is enough')
})
