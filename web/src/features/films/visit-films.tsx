/** The films of one visit, in its details. */
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { filmTexts } from './en-films.ts'
import { FilmItem } from './film-item.tsx'
import styles from './films.module.css'
import { useFilmsOf } from './queries.ts'

const t = filmTexts

/** @param count how many films the activity has, as its row says */
export function VisitFilms({ activityId, count }: { readonly activityId: number; readonly count: number }) {
  const films = useFilmsOf(activityId)
  const shown = films.data?.length ?? count
  if (!shown) return null
  return (
    <section className={styles.ofVisit} aria-label={t.ofVisit(shown)}>
      <h3>{t.ofVisit(shown)}</h3>
      {films.data ? (
        <ul className={styles.list}>
          {films.data.map((film) => (
            <FilmItem key={film.id} film={film} />
          ))}
        </ul>
      ) : films.isError ? (
        <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void films.refetch()} />
      ) : (
        <Skeleton />
      )}
    </section>
  )
}
