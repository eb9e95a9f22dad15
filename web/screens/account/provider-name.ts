const names: Partial<Record<string, string>> = { email: 'Password', azure: 'Microsoft', google: 'Google' }

export const providerName = (provider: string): string => names[provider] ?? provider
