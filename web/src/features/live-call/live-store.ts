/** The redux store: the live screen (one closed union) and the server's CallViews. No media tracks and no query data. */
import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useSelector } from 'react-redux'
import type { CallView } from '#proto/entities.ts'
import { type Live, type LiveEvent, MAIN, transition } from './transitions.ts'

type LiveState = {
  readonly screen: Live
  readonly calls: Readonly<Record<number, CallView>>
  readonly silenced: readonly number[]
  readonly refused: readonly number[]
}
type RootState = { readonly live: LiveState }
const START: LiveState = { screen: MAIN, calls: {}, silenced: [], refused: [] }

const slice = createSlice({
  name: 'live',
  initialState: START,
  reducers: {
    liveEventReceived: (state, { payload }: PayloadAction<LiveEvent>) => ({ ...state, screen: transition(state.screen, payload) }),
    callReceived: (state, { payload }: PayloadAction<CallView>) => {
      const known = state.calls[payload.activityId]
      if (known && known.version > payload.version) return state
      return { ...state, calls: { ...state.calls, [payload.activityId]: payload } }
    },
    silenced: (state, { payload }: PayloadAction<number>) => ({ ...state, silenced: [...state.silenced, payload] }),
    refused: (state, { payload }: PayloadAction<number>) => ({ ...state, refused: [...state.refused, payload] }),
    signedOut: () => START,
  },
})
const createRedux = () => configureStore({ reducer: { live: slice.reducer } })

/** The controller writes it; components read it by the hooks below. */
export type LiveStore = {
  readonly redux: ReturnType<typeof createRedux>
  readonly screen: () => Live
  readonly call: (activityId: number) => CallView | undefined
  readonly send: (event: LiveEvent) => void
  readonly callReceived: (call: CallView) => void
  readonly silence: (activityId: number) => void
  /** This page does not take the freed call over. */
  readonly refuse: (activityId: number) => void
  readonly reset: () => void
}

export function createLiveStore(): LiveStore {
  const redux = createRedux()
  const { liveEventReceived, callReceived, silenced, refused, signedOut } = slice.actions
  return {
    redux,
    screen: () => redux.getState().live.screen,
    call: (activityId) => redux.getState().live.calls[activityId],
    send: (event) => void redux.dispatch(liveEventReceived(event)),
    callReceived: (call) => void redux.dispatch(callReceived(call)),
    silence: (activityId) => void redux.dispatch(silenced(activityId)),
    refuse: (activityId) => void redux.dispatch(refused(activityId)),
    reset: () => void redux.dispatch(signedOut()),
  }
}

export const useScreen = (): Live => useSelector((state: RootState) => state.live.screen)
export const useCallView = (activityId: number | undefined): CallView | undefined =>
  useSelector((state: RootState) => (activityId === undefined ? undefined : state.live.calls[activityId]))
export const useCalls = (): Readonly<Record<number, CallView>> => useSelector((state: RootState) => state.live.calls)
export const useRefused = (): readonly number[] => useSelector((state: RootState) => state.live.refused)
export const useSilenced = (activityId: number | undefined): boolean =>
  useSelector((state: RootState) => activityId !== undefined && state.live.silenced.includes(activityId))
