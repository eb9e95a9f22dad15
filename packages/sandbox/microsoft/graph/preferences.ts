/** The preferences of a request's `Prefer` header. */
export type Preferences = {
  immutableIds: boolean
  bodyType: 'text' | 'html' | null
  allowUnsafeHtml: boolean
  maxPageSize: number | null
  /** The value of `Preference-Applied`. */
  applied: string[]
}

export function readPreferences(header: string | null): Preferences {
  const preferences: Preferences = {
    immutableIds: false,
    bodyType: null,
    allowUnsafeHtml: false,
    maxPageSize: null,
    applied: [],
  }
  for (const part of (header ?? '').split(/[,;]/)) {
    const preference = part.trim()
    const [name, value] = preference.split('=').map((side) => side.trim().replaceAll('"', ''))
    switch (name?.toLowerCase()) {
      case 'idtype':
        if (value?.toLowerCase() !== 'immutableid') continue
        preferences.immutableIds = true
        break
      case 'outlook.body-content-type':
        if (value !== 'text' && value !== 'html') continue
        preferences.bodyType = value
        break
      case 'outlook.allow-unsafe-html':
        preferences.allowUnsafeHtml = true
        break
      case 'odata.maxpagesize':
        if (!/^\d+$/.test(value ?? '') || Number(value) < 1) continue
        preferences.maxPageSize = Number(value)
        break
      default:
        continue
    }
    preferences.applied.push(preference)
  }
  return preferences
}
