declare global {
  interface Navigator {
    /** Chromium only: https://wicg.github.io/netinfo/#savedata-attribute. */
    readonly connection?: { readonly saveData: boolean }
  }
}

/** The user has asked the browser to save data. */
export const savesData = (): boolean => navigator.connection?.saveData === true
