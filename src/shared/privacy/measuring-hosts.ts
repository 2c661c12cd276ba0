/** Mixpanel's servers in the European Union: events, people, groups, recordings and flags all go there. */
export const MIXPANEL_HOST = 'https://api-eu.mixpanel.com'
/** Where the pixel's script comes from, and where it tells of a visit. */
export const PIXEL_SCRIPT_HOST = 'https://connect.facebook.net'
export const PIXEL_HOST = 'https://www.facebook.com'
