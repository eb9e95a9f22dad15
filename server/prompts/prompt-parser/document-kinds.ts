/** Kinds of documents, with the words that name them in file names and subjects in all five languages. */
export const documentKinds = {
  invoice: ['invoice', 'rechnung', 'facture', 'factura', 'factuur'],
  receipt: ['receipt', 'quittung', 'beleg', 'reçu', 'recibo', 'bon'],
  contract: ['contract', 'vertrag', 'contrat', 'contrato', 'overeenkomst'],
  quote: ['quote', 'offer', 'angebot', 'devis', 'presupuesto', 'offerte'],
  order: ['order', 'bestellung', 'commande', 'pedido', 'bestelling'],
  delivery_note: ['delivery note', 'lieferschein', 'bon de livraison', 'albarán', 'pakbon'],
  statement: ['statement', 'kontoauszug', 'relevé', 'extracto', 'afschrift'],
  tax: ['tax', 'steuer', 'impôt', 'impuesto', 'belasting'],
  payslip: ['payslip', 'gehaltsabrechnung', 'fiche de paie', 'nómina', 'loonstrook'],
  report: ['report', 'bericht', 'rapport', 'informe', 'verslag'],
  draft: ['draft', 'entwurf', 'brouillon', 'borrador', 'concept'],
  application: ['application', 'bewerbung', 'candidature', 'solicitud', 'sollicitatie'],
  resume: ['resume', 'cv', 'lebenslauf', 'currículum'],
  insurance: ['insurance', 'versicherung', 'assurance', 'seguro', 'verzekering'],
  ticket: ['ticket', 'fahrkarte', 'billet', 'billete', 'kaartje'],
  reminder: ['reminder', 'mahnung', 'rappel', 'recordatorio', 'herinnering'],
  certificate: ['certificate', 'zertifikat', 'certificat', 'certificado', 'certificaat'],
  newsletter: ['newsletter', 'infolettre', 'boletín', 'nieuwsbrief'],
  signature: ['signature', 'signatur', 'firma', 'handtekening'],
  logo: ['logo'],
} as const satisfies Record<string, readonly string[]>
export type DocumentKind = keyof typeof documentKinds
