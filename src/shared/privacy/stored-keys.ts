interface StoredKey {
  /** A trailing `*` is a wildcard. */
  name: string
  places: readonly StoredPlace[]
  /** Anything else is stored only after consent. */
  isNecessary: boolean
}

export type StoredPlace = 'cookie' | 'local' | 'session' | 'database'

/** The privacy policy explains each entry. */
export const STORED_KEYS = [
  { name: 'locale', places: ['cookie'], isNecessary: true },
  { name: 'user_country', places: ['cookie'], isNecessary: true },
  { name: 'cart', places: ['cookie'], isNecessary: true },
  { name: 'order', places: ['cookie'], isNecessary: true },
  { name: 'found_order', places: ['cookie'], isNecessary: true },
  { name: 'opened_order', places: ['cookie'], isNecessary: true },
  { name: 'customer', places: ['cookie'], isNecessary: true },
  { name: 'customer_id', places: ['local'], isNecessary: true },
  { name: 'synced', places: ['local'], isNecessary: true },
  { name: 'known_customer', places: ['cookie'], isNecessary: true },
  { name: 'link_asked', places: ['cookie'], isNecessary: true },
  { name: 'passkey_challenge', places: ['cookie'], isNecessary: true },
  { name: 'flash', places: ['cookie'], isNecessary: true },
  { name: 'cart_id', places: ['local'], isNecessary: true },
  { name: 'wanted', places: ['local'], isNecessary: true },
  { name: 'user_location', places: ['local'], isNecessary: true },
  { name: 'color-mode', places: ['local'], isNecessary: true },
  { name: 'previewToken', places: ['cookie', 'session'], isNecessary: true },
  { name: 'places', places: ['session'], isNecessary: true },
  { name: 'checkout', places: ['session'], isNecessary: true },
  { name: 'reloads', places: ['session'], isNecessary: true },
  { name: 'recentSearches', places: ['local'], isNecessary: true },
  { name: 'ring_size', places: ['local'], isNecessary: true },
  { name: 'drawn_on', places: ['local'], isNecessary: true },
  { name: 'screen_card', places: ['local'], isNecessary: true },
  { name: 'wish_list', places: ['local'], isNecessary: true },
  { name: 'compared', places: ['local'], isNecessary: true },
  { name: 'recently_viewed', places: ['local'], isNecessary: true },
  { name: 'hasSeenLaunchPopup', places: ['local'], isNecessary: true },
  { name: 'hasSeenVipPopup', places: ['local'], isNecessary: true },
  { name: 'emailSubscription', places: ['local'], isNecessary: true },
  { name: 'subscribedToEmail', places: ['local'], isNecessary: true },
  { name: 'consent', places: ['local'], isNecessary: true },
  { name: 'mixpanel_first_product', places: ['local'], isNecessary: false },
  { name: 'mp_*', places: ['cookie', 'local', 'session'], isNecessary: false },
  { name: '__mp*', places: ['local', 'session'], isNecessary: false },
  { name: 'mixpanelBrowserDb', places: ['database'], isNecessary: false },
  { name: 'mixpanelFlagsDb', places: ['database'], isNecessary: false },
  { name: 'facebook_click_id', places: ['local'], isNecessary: false },
  { name: 'facebook_browser_id', places: ['local'], isNecessary: false },
  { name: '_fbp', places: ['cookie'], isNecessary: false },
  { name: '_fbc', places: ['cookie'], isNecessary: false },
] as const satisfies readonly StoredKey[]

export type StoredKeyName = Exclude<(typeof STORED_KEYS)[number]['name'], `${string}*`>

export function storedKeyOf(name: string, place: StoredPlace): StoredKey | undefined {
  const keys: readonly StoredKey[] = STORED_KEYS
  // Over HTTPS, signed cookies have this prefix.
  const plainName = place === 'cookie' ? name.replace(/^__Host-/, '') : name
  return keys.find((key) => key.places.includes(place) && matches(key.name, plainName))
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
