/**
 * Locates an address by a local database in MaxMind's format, never by a service on the network (docs/product/decisions.md, 27;
 * record 0051).
 */
import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { type CityResponse, Reader } from 'mmdb-lib'
import { z } from 'zod'
import { BoundedCache } from './bounded-cache.ts'
import { ConfigError } from './config.ts'

/** Keys of every service that shows locations. */
export const GeoIpConfig = {
  GEOIP_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('a database of cities or countries in MaxMind’s format (.mmdb), read at the start; without it every location is "Unknown"'),
} as const

/** For an address that is not in the database, and for every address without a database. */
export const UNKNOWN_LOCATION = 'Unknown'
const MAX_CACHED = 10_000
/** The column `location` (docs/product/specification.md, 3). */
const MAX_LENGTH = 100

/** @returns "Berlin, Germany" in English, the country alone where no city is known, else "Unknown" */
export type Locate = (address: string) => string

/**
 * @param file of GEOIP_FILE; undefined where no database is configured
 * @throws ConfigError for a file that is not such a database: otherwise a typing error would show only in missing locations
 */
export function openGeoIp(file: string | undefined): Locate {
  if (file === undefined) return () => UNKNOWN_LOCATION
  const database = read(file)
  const cache = new BoundedCache<string>(MAX_CACHED)
  return (address) => cache.get(address, () => describe(database, address))
}

function read(file: string): Reader<CityResponse> {
  try {
    return new Reader<CityResponse>(readFileSync(file))
  } catch {
    throw new ConfigError(['GEOIP_FILE is not a readable database in MaxMind’s format'])
  }
}

/** @param address of a client; IPv6 as its /64 */
function describe(database: Reader<CityResponse>, address: string): string {
  const [network = ''] = address.split('/')
  if (!ipaddr.isValid(network) || (database.metadata.ipVersion === 4 && network.includes(':'))) return UNKNOWN_LOCATION
  const found: Partial<CityResponse> | null = database.get(network)
  const names = [found?.city?.names?.en, found?.country?.names?.en].filter((name) => name !== undefined && name !== '')
  return names.join(', ').slice(0, MAX_LENGTH).toWellFormed() || UNKNOWN_LOCATION
}
