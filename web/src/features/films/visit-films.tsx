/** The films of one visit, in its details. */
import { useEffect } from 'react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { filmTexts } from './en-films.ts'
import { FilmItem } from './film-item.tsx'
import { FilmPlayer } from './film-player.tsx'
import styles from './films.module.css'
import { useFilmsOf } from './queries.ts'

const t = filmTexts

type Props = {
  readonly activityId: number
  /** How many films the activity has, as its row says. */
  readonly count: number
  readonly onPlay: (filmId: string) => void
}

export function VisitFilms({ activityId, count, onPlay }: Props) {
  const films = useFilmsOf(activityId)
  const shown = films.data?.length ?? count
  if (!shown) return null
  return (
    <section className={styles.ofVisit} aria-label={t.ofVisit(shown)}>
      <h3>{t.ofVisit(shown)}</h3>
      {films.data ? (
        <ul className={styles.list}>
          {films.data.map((film) => (
            <FilmItem key={film.id} film={film} onPlay={() => onPlay(film.id)} />
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

type PlayerProps = { readonly activityId: number; readonly filmId: string; readonly onClose: () => void }

/** Beside the details and not in them, which are mounted again when the window crosses their breakpoint. */
export function VisitFilmPlayer({ activityId, filmId, onClose }: PlayerProps) {
  const { data } = useFilmsOf(activityId)
  const film = data?.find(({ id }) => id === filmId)
  const isGone = data !== undefined && !film?.url
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  return film?.url ? <FilmPlayer film={film} url={film.url} onClose={onClose} /> : null
}
