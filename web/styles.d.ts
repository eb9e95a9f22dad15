/** Style sheets are imported for their side effect. */
declare module '*.css'

/** Images imported as URLs; `no-inline` keeps them out of the scripts. */
declare module '*.svg?no-inline' {
  const address: string
  export default address
}
