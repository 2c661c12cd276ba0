import type { MailingView } from '#shared/newsletter/mailing.ts'

type Subscription = NonNullable<MailingView['subscription']>

const view = (state: Subscription['state'], link: MailingView['link'] = 'good', hints = true): MailingView => ({
  link,
  subscription: { address: 'a…@shopper.example', language: 'en', state },
  hints,
  preferencesToken: 'preferences',
})
const none = (link: MailingView['link'], hints = true): MailingView => ({
  link,
  subscription: null,
  hints,
  preferencesToken: null,
})

const VIEWS = new Map<string, MailingView>([
  ['asked', view('asked')],
  ['confirmed', view('confirmed')],
  ['left', view('left', 'good', false)],
  ['lapsed', view('confirmed', 'lapsed')],
  ['gone', none('gone')],
  ['hinted', none('good')],
  ['stopped', none('good', false)],
])

export function viewBehind(token: string): MailingView {
  return VIEWS.get(token) ?? none('damaged')
}

export function linkIn({ html = '' }: { html?: string | undefined }, path: string): string {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const found = links.find((href) => href.includes(path))
  if (!found) throw new Error(`no link to ${path} among ${links.join(' ')}`)
  return found
}
