/**
 * Whether a browser says of itself that it shows avif: anyone who shows everything, or nothing, knows no new format.
 */
export function showsAvif(accept: string | undefined): boolean {
  if (!accept?.includes('image/avif')) return false
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === 'image/avif' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
