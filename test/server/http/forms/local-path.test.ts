import t from 'tap'

import { localPath } from '#server/http/forms/form-body.ts'

t.test('a form may send the shopper to any page of ours', async (t) => {
  for (const path of ['/', '/en/cart', '/ru/checkout?step=2#delivery', '/ru/%D0%BA']) t.equal(localPath(path), path)
})

t.test('and never anywhere else', async (t) => {
  const away = [
    '//a.example',
    '///a.example',
    '/\\a.example',
    '/\t/a.example',
    '/\n/a',
    'https://a.example',
    'javascript:alert(1)',
    '/.//a.example',
    '/..//a.example',
    '/en/..//a.example',
    '/en/%2e%2e//a.example',
  ]
  for (const path of [...away, 'en/cart', '', undefined, 7, `/${'a'.repeat(3000)}`, '/а'])
    t.equal(localPath(path), undefined)
})
