/** The redux store: the live screen (one closed union) and the server's CallViews. No media tracks and no query data. */
import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import type { CallView } from '#proto/entities.ts'
import { type Live, type LiveEvent, MAIN, transition } from './transitions.ts'

type LiveState = { readonly screen: Live; readonly calls: Readonly<Record<number, CallView>>; readonly silenced: readonly number[] }
const START: LiveState = { screen: MAIN, calls: {}, silenced: [] }

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
    signedOut: () => START,
  },
})

export const { liveEventReceived, callReceived, silenced, signedOut } = slice.actions
export const createLiveStore = () => configureStore({ reducer: { live: slice.reducer } })
export const store = createLiveStore()

type RootState = ReturnType<typeof store.getState>
export const useLiveDispatch = () => useDispatch<typeof store.dispatch>()
export const useScreen = (): Live => useSelector((state: RootState) => state.live.screen)
export const useCallView = (activityId: number | undefined): CallView | undefined =>
  useSelector((state: RootState) => (activityId === undefined ? undefined : state.live.calls[activityId]))
export const useCalls = (): Readonly<Record<number, CallView>> => useSelector((state: RootState) => state.live.calls)
export const useSilenced = (activityId: number | undefined): boolean =>
  useSelector((state: RootState) => activityId !== undefined && state.live.silenced.includes(activityId))
export const screenNow = (): Live => store.getState().live.screen
export const callNow = (activityId: number): CallView | undefined => store.getState().live.calls[activityId]
