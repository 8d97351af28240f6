import { sharedTexts } from './texts/en-shared.ts'

export const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : sharedTexts.common.unexpected)
