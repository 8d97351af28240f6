/** /settings/doors/:id/sign: the sign and how to print it; the printout contains only the sign. */
import { useParams } from 'react-router'
import { publicBase } from '../../core/door-link.ts'
import { useDoors } from '../../core/queries/doors.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { CentrePage, ErrorState } from '../../ui/primitives.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { doorsTexts as t } from './en-doors.ts'
import { SignView } from './sign-view.tsx'

export function SignPage() {
  const { id } = useParams()
  const doors = useDoors()
  const door = doors.data?.find((one) => String(one.id) === id)
  useTitle(door ? t.sign.title(door.label) : t.title)
  if (door) return <SignView door={door} base={publicBase()} />
  if (doors.isPending) return <LoadingPage />
  const text = doors.isError ? t.failed : t.sign.missing
  return (
    <CentrePage>
      <ErrorState text={text} retry={sharedTexts.common.retry} onRetry={() => void doors.refetch()} />
    </CentrePage>
  )
}
