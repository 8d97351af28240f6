/** Metrics of doorbell's domain; kit counts operations, events and jobs. */
import { countEvents, counter, type DomainMetric, gauge } from '#kit/metrics.ts'

/** Called by processPhoto (photos/store-photo.ts). */
export const photosProcessed = counter({
  name: 'photos_processed_total',
  help: 'Photos by result: ok (stored with their ring) or unreadable (dropped)',
  labels: ['result'],
})

/** Called by makeFilm (recordings/make-film.ts). */
export const filmsMade = counter({
  name: 'films_made_total',
  help: 'Films of recorded calls by result: ok, again (another try follows) or failed (nothing can be played)',
  labels: ['result'],
})

export const ringMetrics: readonly DomainMetric[] = [
  countEvents({ name: 'rings_placed_total', help: 'Rings that were placed', event: 'doorbell.rung', labels: ['premium', 'quiet'] }),
  countEvents({
    name: 'rings_answered_total',
    help: 'Rings by how they were answered',
    event: 'doorbell.handled',
    labels: ['handledType'],
  }),
  countEvents({ name: 'rings_ended_total', help: 'Rings by outcome', event: 'doorbell.ended', labels: ['outcome'] }),
]

export const photoMetrics = ({ queue }: { readonly queue: { readonly waiting: number } }): readonly DomainMetric[] => [
  gauge({ name: 'photos_waiting', help: 'Photos that this copy has not processed yet', read: async () => queue.waiting }),
]
