/** A device's last ring times as bars from zero, the newest on the right; a place without a bar was not measured yet. */
import styles from './devices.module.css'
import { devicesTexts as t } from './en-devices.ts'
import { RING_TIMES, type RingTimes, SLOW_MS, summarize } from './ring-times.ts'

/** Of the drawing; it is stretched to the card's width. */
const [STEP, BAR, HEIGHT, LEAST] = [10, 6, 44, 2]

export function RingTimesChart({ times }: { readonly times: readonly number[] }) {
  const summary = summarize(times)
  return (
    <div className={styles.times}>
      <div className={styles.heading}>
        <strong>{t.times.title}</strong>
        <span className="num">{summary ? said(summary) : ''}</span>
      </div>
      {summary ? <Bars times={times} summary={summary} /> : null}
      <small>{summary ? t.times.about : t.times.none}</small>
    </div>
  )
}

const said = ({ count, p95, most }: RingTimes) => (count < RING_TIMES ? t.times.few(most, count) : t.times.all(p95, count))

function Bars({ times, summary: { count, least, most, scale } }: { readonly times: readonly number[]; readonly summary: RingTimes }) {
  const newest = times.slice(0, RING_TIMES)
  return (
    <div className={styles.chart}>
      <svg
        viewBox={`0 0 ${RING_TIMES * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.times.chart(count, least, most)}
      >
        {Array.from({ length: RING_TIMES }, (_, place) => {
          const time = newest[RING_TIMES - 1 - place]
          const height = time === undefined ? LEAST : Math.max(LEAST, (time / scale) * HEIGHT)
          const look = time === undefined ? 'none' : time > SLOW_MS ? 'slow' : 'bar'
          // The positions are the chart's axis: they never change.
          const x = place * STEP + (STEP - BAR) / 2
          return <rect key={x} data-look={look} x={x} y={HEIGHT - height} width={BAR} height={height} rx="1.5" />
        })}
      </svg>
      <span className="num" aria-hidden>
        {t.span(scale)}
      </span>
      <span className="num" aria-hidden>
        0
      </span>
    </div>
  )
}
