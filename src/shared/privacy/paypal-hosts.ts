/** Where PayPal's script, frames, images and calls come from and go to; it moves them about among these. */
export const PAYPAL_HOSTS: readonly string[] = ['https://*.paypal.com', 'https://*.paypalobjects.com']
