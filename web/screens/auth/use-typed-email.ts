import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Email address typed on another sign-in screen. */
    typed?: string
  }
}

/** State of the email field; keeps the typed address across the sign-in screens. */
export function useTypedEmail(): [email: string, onChange: (email: string) => void] {
  return useState(useLocation().state.typed ?? '')
}
