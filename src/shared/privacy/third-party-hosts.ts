/** Mixpanel's servers in the European Union, which receive events, profiles, groups, recordings and flags. */
export const MIXPANEL_HOST = 'https://api-eu.mixpanel.com'
/** The origin of the pixel's script. */
export const PIXEL_SCRIPT_HOST = 'https://connect.facebook.net'
/** The origin to which the pixel reports visits. */
export const PIXEL_HOST = 'https://www.facebook.com'
/** The origin of Google Pay's script and window, which a PayPal account can accept. */
export const GOOGLE_PAY_HOST = 'https://pay.google.com'
/** The origin of the images in Google Pay's button. */
export const GOOGLE_PAY_IMAGE_HOST = 'https://www.gstatic.com'
/** The origins of PayPal's scripts, frames, images and requests; PayPal moves them among these. */
export const PAYPAL_HOSTS: readonly string[] = ['https://*.paypal.com', 'https://*.paypalobjects.com']
