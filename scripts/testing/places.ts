/**
 * The location database of tests, for GEOIP_FILE, in MaxMind's format: addresses of this machine in made-up places. Beside these it has
 * 127.50.0.0/16 and 127.203.0.0/16 (Berlin), 127.51.7.0/24 (Iceland, without a city) and 2001:db8:1::/48 (São Paulo). To change it,
 * write it again with MaxMind's own writer (github.com/maxmind/mmdbwriter, Go).
 */
import { join } from 'node:path'

export const PLACES_FILE = join(import.meta.dirname, 'places.mmdb')
/** One of 127.201.0.0/16, in Berlin, Germany. */
export const BERLIN = '127.201.0.1'
/** One of 127.202.0.0/16, in Reykjavík, Iceland. */
export const REYKJAVIK = '127.202.0.1'
