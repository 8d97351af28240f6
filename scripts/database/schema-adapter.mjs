// Prisma's own PostgreSQL adapter, extended for the schema engine.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'

const CHAR = 18
const TEXT = 25
/** Types of PostgreSQL's catalogue that the adapter does not support; the engine reads them as text. */
const CATALOGUE_TYPES = new Set([CHAR, 24, 194, 2205, 2206, 4089, 4096])

const addFields = pg.Result.prototype.addFields
pg.Result.prototype.addFields = function (fields) {
  for (const field of fields) {
    if (!CATALOGUE_TYPES.has(field.dataTypeID)) continue
    field.wasChar = field.dataTypeID === CHAR
    field.dataTypeID = TEXT
  }
  return addFields.call(this, fields)
}

const current = new AsyncLocalStorage()

/**
 * The engine distinguishes "char" from text, so the type is restored. The adapter splits a script at every ";", also inside a comment or
 * a function's body: here it is sent whole, as the product's start does (migrate.ts).
 */
function keepChars(connection) {
  connection.executeScript = async (script) => {
    await connection.client.query(script)
  }
  const performIO = connection.performIO.bind(connection)
  const queryRaw = connection.queryRaw.bind(connection)
  connection.performIO = async (...args) => {
    const result = await performIO(...args)
    const query = current.getStore()
    if (query) query.fields = result.fields
    return result
  }
  connection.queryRaw = (text) => {
    const query = {}
    return current.run(query, async () => {
      const result = await queryRaw(text)
      query.fields?.forEach((field, index) => {
        if (field.wasChar) result.columnTypes[index] = ColumnTypeEnum.Character
      })
      return result
    })
  }
  return connection
}

class SchemaPg extends PrismaPg {
  async connect() {
    return keepChars(await super.connect())
  }

  /** The adapter drops the shadow database before it closes its pool, which PostgreSQL refuses: here it closes first. */
  async connectToShadowDb() {
    const admin = await super.connect()
    const database = `prisma_migrate_shadow_db_${randomUUID()}`
    await admin.executeScript(`CREATE DATABASE "${database}"`)
    const connection = keepChars(await new PrismaPg({ ...this.config, database }).connect())
    const close = connection.dispose.bind(connection)
    connection.dispose = async () => {
      await close()
      await admin.executeScript(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`)
      await admin.dispose()
    }
    return connection
  }
}

/** Separate fields, never a connection string: it would win over the shadow database's name. */
export function createAdapter(url) {
  const at = new URL(url ?? 'postgresql://nobody:0@127.0.0.1/none')
  const pool = {
    host: at.hostname,
    port: Number(at.port || 5432),
    user: decodeURIComponent(at.username),
    password: decodeURIComponent(at.password),
    database: decodeURIComponent(at.pathname.slice(1)),
    max: 4,
  }
  return bindMigrationAwareSqlAdapterFactory(new SchemaPg(pool))
}
