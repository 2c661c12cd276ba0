import sharp from 'sharp'

import { createAdminClient } from '#server/medusa/admin/admin-client.ts'

import type { Backend } from './commerce.ts'

export async function uploadImage(
  { medusaUrl, adminKey }: Pick<Backend, 'medusaUrl' | 'adminKey'>,
  side: number,
): Promise<string> {
  const image = sharp({ create: { width: side, height: side, channels: 3, background: '#9c8' } })
  const file = new File([new Uint8Array(await image.png().toBuffer())], 'new-ring.png', { type: 'image/png' })
  const client = createAdminClient({ baseUrl: medusaUrl, auth: { apiKey: adminKey } })
  try {
    const { files } = await client.admin.upload.create({ files: [file] })
    return files[0]?.url ?? ''
  } finally {
    await client.close()
  }
}
