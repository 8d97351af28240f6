/** Metrics of doorbell's domain; kit counts operations, events and jobs. */
import { countEvents, counter, type DomainMetric, gauge, waitHistogram } from '#kit/metrics.ts'

/** Called by processPhoto (photos/store-photo.ts). */
export const photosProcessed = counter({
  name: 'doorbell_photos_processed_total',
  help: 'Photos by result: ok (stored with their ring) or unreadable (dropped)',
  labels: ['result'],
})

/** Called by makeFilm (recordings/make-film.ts). */
export const filmsMade = counter({
  name: 'doorbell_films_made_total',
  help: 'Films of recorded calls by result: ok, again (another try follows) or failed (nothing can be played)',
  labels: ['result'],
})

/** Called by recordReceipt (rings/record-receipt.ts). */
export const ringDelivered = waitHistogram({
  name: 'doorbell_ring_delivered_seconds',
  help: 'From the ring to the receipt of the first open page that it reached; devices without an open page: doorbell_push_shown_seconds',
})

export const ringMetrics: readonly DomainMetric[] = [
  countEvents({
    name: 'doorbell_rings_placed_total',
    help: 'Rings that were placed',
    event: 'doorbell.rung',
    labels: ['premium', 'quiet'],
  }),
  countEvents({
    name: 'doorbell_rings_answered_total',
    help: 'Rings by how they were answered',
    event: 'doorbell.handled',
    labels: ['handledType'],
  }),
  countEvents({ name: 'doorbell_rings_ended_total', help: 'Rings by outcome', event: 'doorbell.ended', labels: ['outcome'] }),
]

export const photoMetrics = ({ queue }: { readonly queue: { readonly waiting: number } }): readonly DomainMetric[] => [
  gauge({ name: 'doorbell_photos_waiting', help: 'Photos that this copy has not processed yet', read: async () => queue.waiting }),
]
