import { text } from '../texts/translate.ts'

/** Placeholder of fields for instructions. */
export const instructionsExample = text('For example: invoices and receipts from suppliers, but not newsletters')
