import Bowser from 'bowser'

/** A browser, in words for people. `deviceType` and `browser` are columns of docs/product/specification.md, 3. */
export type DeviceDescription = {
  readonly device: string
  readonly deviceType: 'desktop' | 'mobile' | 'unknown'
  readonly browser: string
  /** The operating system, or Apple's model. */
  readonly platform: string
}

/** A device whose user agent says nothing. */
export const UNKNOWN_DEVICE = 'Unknown device'
const UNKNOWN: DeviceDescription = { device: UNKNOWN_DEVICE, deviceType: 'unknown', browser: 'Unknown', platform: 'Unknown' }
const APPLE_MODELS = new Set(['iPhone', 'iPad', 'iPod'])

/**
 * "Chrome on Windows", "Safari on iPhone".
 * @param userAgent as the client sent it: untrusted, truncated to 512 characters
 */
export function describeUserAgent(userAgent: string): DeviceDescription {
  const text = userAgent.slice(0, 512).trim()
  if (!text) return UNKNOWN
  const { browser, os, platform } = Bowser.parse(text)
  if (!browser.name) return UNKNOWN
  const name = browser.name.slice(0, 50)
  const where = platform.model && APPLE_MODELS.has(platform.model) ? platform.model : os.name
  const deviceType =
    platform.type === 'desktop' ? 'desktop' : platform.type === 'mobile' || platform.type === 'tablet' ? 'mobile' : 'unknown'
  return {
    device: (where ? `${name} on ${where}` : name).slice(0, 80),
    deviceType,
    browser: name,
    platform: where?.slice(0, 50) ?? 'Unknown',
  }
}
