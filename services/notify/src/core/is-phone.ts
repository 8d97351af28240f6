/** A phone or a tablet, by the platform that its user agent named. */
export const isPhone = (platform: string) => /^(android|iphone|ipad|ipod|ios)/i.test(platform)
