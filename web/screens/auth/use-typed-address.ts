import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that somebody has typed into another of the sign-in screens. */
    typed?: string
  }
}

/** The field for the address: what was typed comes along from screen to screen. */
export function useTypedAddress(): [email: string, onChange: (email: string) => void] {
  return useState(useLocation().state.typed ?? '')
}
