import type { Lexicon } from '../lexicon.ts'

export const dutch: Lexicon = {
  language: 'nl',
  by:
    'per|op|gesorteerd op|sorteer op|geordend op|geordend per|gegroepeerd per|gegroepeerd op|' +
    'groepeer per|groepeer op|gesorteerd per|voor elke|voor elk|voor iedere|voor ieder|elke|elk|' +
    'iedere|volgens|afhankelijk van|op basis van|ingedeeld per|ingedeeld op|gerangschikt op|' +
    'rangschik op',
  to: 'in|naar|onder|binnen|in de|in het|in mijn|in een|in map',
  byOrTo: '',
  from:
    'van het bedrijf|van leverancier|van klant|van mijn|van de|van het|van|vanuit|uit|afkomstig van|' +
    'verstuurd door|ontvangen van|van de firma',
  folder: 'map|mappen|submap|submappen|folder|folders|directory|pad',
  called:
    'met de naam van|op naam van|genoemd naar|vernoemd naar|genaamd|met de naam|met de titel|' +
    'met als titel|met titel|getiteld|die heet|geheten',
  about:
    'over|met|betreffende|met betrekking tot|die bevatten|bevat|bevatten|rond|rondom|in verband met|waarin|omtrent',
  name: 'naam|namen|bestandsnaam|bestandsnamen|titel',
  not:
    'niets|overslaan|negeren|weglaten|geen|niet|behalve|zonder|uitgezonderd|nooit|' +
    'met uitzondering van|negeer|sla over|buiten',
  and: 'en|of|evenals|en ook|ook|alsook|plus',
  next: 'dan|en dan|daarna|en daarna|vervolgens|en vervolgens|tot slot|eerst|ten slotte|nadien',
  larger: 'groter dan|meer dan|boven|boven de|minstens|minimaal|vanaf|ten minste|groter|zwaarder dan',
  smaller: 'kleiner dan|minder dan|hoogstens|maximaal|tot|ten hoogste|kleiner|onder de|lichter dan',
  between: 'tussen',
  store:
    'sla|opslaan|sla op|opgeslagen|bewaar|bewaren|bewaard|archiveer|archiveren|zet|zetten|plaats|' +
    'plaatsen|stop|stoppen|upload|uploaden|kopieer|kopieren|sorteer|sorteren|gesorteerd|orden|ordenen|' +
    'geordend|rangschik|rangschikken|groepeer|groeperen|berg op|opbergen|verplaats|verplaatsen|gaan|' +
    'gaat|komen|terechtkomen|terecht|horen|houd|leg|leggen',
  create: 'maak|maken|maak aan|aanmaken|aan|creeer|creeren|open|openen|nieuw|nieuwe|start|registreer een',
  extract: 'extraheer|extraheren|lees|lezen|uitlezen|haal eruit|noteer|noteren|bepaal|achterhaal|eruit',
  search:
    'controleer of|controleer|kijk of|ga na of|check of|zoek|zoeken|zoek naar|doorzoek|doorzoeken|' +
    'vind|vinden|zoek op|kijk naar|kijk in',
  retrieve: 'download|downloaden|ophalen|breng me',
  get: 'haal|halen|neem|pak',
  add: 'voeg|toevoegen|voeg toe|toe|neem op|opnemen|registreer|registreren|schrijf in',
  files:
    'bijlage|bijlagen|bijlages|bestand|bestanden|document|documenten|alles|alle|al|de rest|rest|' +
    'overige|ze|stukken|alle bijlagen|alle bestanden|het overige',
  contact: 'contact|contacten|contactpersoon|contactpersonen|nieuw contact|klantfiche|contactfiche',
  opportunity:
    'verkoopkans|verkoopkansen|deal|deals|opportuniteit|opportunity|kans|nieuwe verkoopkans|' +
    'nieuwe deal|verkoopopportuniteit',
  mail: 'mail|mails|e mail|e mails|email|emails|bericht|berichten|mailtje|postvak in|inbox|tekst van de mail|mailtekst',
  delete: 'verwijder|verwijderen|wis|wissen|gooi weg|weggooien|prullenbak|vernietig|uitschrijven',
  send:
    'stuur|sturen|verstuur|versturen|verzend|doorsturen|stuur door|antwoord|antwoorden|beantwoord|' +
    'beantwoorden|waarschuw|waarschuwen|verwittig|informeer|meld|schrijf|schrijven|deel|delen|' +
    'herinner|bel',
  other:
    'hernoem|hernoemen|print|printen|druk af|vertaal|vertalen|vat samen|samenvatten|samenvatting|' +
    'betaal|betalen|onderteken|converteer|pak uit|product|producten|taak|taken|afspraak|afspraken|' +
    'markeer|markeren|keur goed|bereken|vergadering',
  filler:
    'bij|de|het|een|alstublieft|alsjeblieft|aub|mijn|ik|we|wij|ons|onze|je|jij|u|jouw|uw|me|mij|wil|' +
    'willen|zou|graag|moet|moeten|mag|mogen|dat|die|deze|dit|er|daar|hier|alleen|enkel|slechts|' +
    'uitsluitend|voor|als|wanneer|zodra|binnenkomt|binnenkomen|komt|nieuwe|nieuwe bestanden|eerdere|' +
    'vorige|oudere|bestaande|eigen|aparte|apart|zijn|is|wordt|worden|altijd|automatisch|telkens|' +
    'formaat|grootte|groot|grote|die een|lead|leads|prospect|prospects|hoofdmap|iedereen|elkaar|zo|' +
    'wat|welke|hun|haar|ieder|om|te|door|kan|kunnen|s|hebben|heeft|desbetreffende|zelf',
  fields: {
    sender_address:
      'e mailadres|emailadres|mailadres|adres|adres van de afzender|e mail adres|afzenderadres|' +
      'e mailadres van de afzender',
    sender_domain: 'bedrijf|bedrijven|firma|domein|domeinen|organisatie|onderneming|maatschappij',
    sender_name:
      'afzender|afzenders|naam van de afzender|persoon|personen|klant|klanten|leverancier|leveranciers|' +
      'verzender|opdrachtgever',
    subject: 'onderwerp|onderwerpen|onderwerpregel|onderwerp van de mail|thema',
    year: 'jaarlijkse|jaar|jaren|jaarlijks|kalenderjaar',
    month: 'maandelijkse|maand|maanden|maandelijks',
    day: 'dagelijkse|dag|dagen|dagelijks',
    date: 'factuurdatum|datum|data|ontvangstdatum',
    file_type:
      'bestandstype|bestandstypes|type|types|soort bestand|extensie|bestandsformaat|type bestand|bestandssoort|soort',
  },
  kinds: {
    invoice: 'factuur|facturen|rekening|rekeningen',
    receipt:
      'bon|bonnen|bonnetje|bonnetjes|kassabon|kassabonnen|kwitantie|kwitanties|ontvangstbewijs|ontvangstbewijzen',
    contract: 'contract|contracten|overeenkomst|overeenkomsten',
    quote: 'offerte|offertes|aanbod|prijsopgave|prijsopgaven|aanbieding|aanbiedingen',
    order: 'bestelling|bestellingen|order|orders|orderbevestiging|orderbevestigingen|bestelbon|bestelbonnen',
    delivery_note: 'pakbon|pakbonnen|leverbon|leverbonnen|afleverbon|afleverbonnen',
    statement:
      'afschrift|afschriften|bankafschrift|bankafschriften|rekeningafschrift|rekeningafschriften|' +
      'rekeninguittreksel|rekeninguittreksels',
    tax: 'belasting|belastingen|belastingdocumenten|belastingaangifte|belastingaangiften|aangifte',
    payslip:
      'loonstrook|loonstroken|loonstrookje|loonstrookjes|salarisstrook|salarisstroken|loonbrief|' +
      'loonbrieven|loonfiche|loonfiches',
    report: 'rapport|rapporten|verslag|verslagen',
    draft: 'concept|concepten|kladversie|kladversies',
    application: 'sollicitatie|sollicitaties|kandidatuur|kandidaturen',
    resume: 'cv|cv s|curriculum vitae',
    insurance:
      'verzekeringspapieren|verzekeringsdocumenten|verzekering|verzekeringen|polis|polissen|' +
      'verzekeringspolis|verzekeringspolissen',
    ticket: 'ticket|tickets|kaartje|kaartjes|treinkaartje|treinkaartjes',
    reminder: 'herinnering|herinneringen|aanmaning|aanmaningen|betalingsherinnering|betalingsherinneringen',
    certificate: 'certificaat|certificaten|attest|attesten|getuigschrift|getuigschriften',
    newsletter: 'nieuwsbrief|nieuwsbrieven',
    signature: 'handtekening|handtekeningen',
    logo: 'logo|logos',
  },
  groups: {
    pdf: 'pdf|pdfs|pdf bestand|pdf bestanden|pdf document|pdf documenten|pdf formaat|in pdf',
    image: 'afbeelding|afbeeldingen|foto|fotos|plaatje|plaatjes|beeld|beelden|schermafdruk|schermafdrukken|screenshots',
    document: 'word|word document|word documenten|word bestand|word bestanden|docx|doc|worddocumenten',
    spreadsheet:
      'spreadsheet|spreadsheets|excel|excel bestand|excel bestanden|rekenblad|rekenbladen|excelbestanden|xlsx',
    presentation: 'presentatie|presentaties|powerpoint|powerpoints|powerpoint presentaties|diavoorstelling|pptx',
    archive: 'zip|zip bestand|zip bestanden|zipbestanden|gecomprimeerde bestanden',
    csv: 'csv|csv bestand|csv bestanden',
    xml: 'xml|xml bestand|xml bestanden',
    text: 'txt|tekstbestand|tekstbestanden',
    video: 'video|videos|filmpjes|films',
    audio: 'audio|audiobestanden|geluidsopnames|spraakberichten',
    calendar: 'ics|agenda uitnodigingen|uitnodigingen|kalenderbestanden',
  },
}
