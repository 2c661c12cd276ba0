/** In the European Union. */
export const MIXPANEL_HOST = 'https://api-eu.mixpanel.com'
export const PIXEL_SCRIPT_HOST = 'https://connect.facebook.net'
export const PIXEL_HOST = 'https://www.facebook.com'
export const GOOGLE_PAY_HOST = 'https://pay.google.com'
export const GOOGLE_PAY_IMAGE_HOST = 'https://www.gstatic.com'
/** PayPal moves its resources among these. */
export const PAYPAL_HOSTS: readonly string[] = ['https://*.paypal.com', 'https://*.paypalobjects.com']
