/** Asks PostgreSQL for the parameters and columns of a statement without running it. */
import type pg from 'pg'

export type Column = { readonly name: string; readonly typeId: number; readonly tableId: number; readonly columnId: number }
export type Description = { readonly paramTypeIds: readonly number[]; readonly columns: readonly Column[] }

type RowDescription = {
  readonly fields: readonly { name: string; dataTypeID: number; tableID: number; columnID: number }[]
}
type ParameterDescription = { readonly dataTypeIDs: readonly number[] }

/** Sends Parse and Describe; the driver calls it like a query of its own. */
class DescribeQuery {
  readonly #text: string
  readonly #resolve: (description: Description) => void
  readonly #reject: (error: Error) => void
  #connection: pg.Connection | undefined
  #paramTypeIds: readonly number[] = []
  #columns: readonly Column[] = []

  constructor(text: string, resolve: (description: Description) => void, reject: (error: Error) => void) {
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  readonly #onParameters = (message: ParameterDescription): void => {
    this.#paramTypeIds = message.dataTypeIDs
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.once('parameterDescription', this.#onParameters)
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      typeId: dataTypeID,
      tableId: tableID,
      columnId: columnID,
    }))
  }

  /** The driver calls nothing else for a statement that failed. */
  handleError(error: Error): void {
    this.#connection?.off('parameterDescription', this.#onParameters)
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve({ paramTypeIds: this.#paramTypeIds, columns: this.#columns })
  }
}

/** @throws PostgreSQL's error, such as an unknown column */
export function describeStatement(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => void client.query(new DescribeQuery(text, resolve, reject)))
}
