/**
 * Other names of folders for a concept (see concepts.ts): plurals that its stems do not cover, everyday and short
 * names. They describe a folder and not a message: in messages many are ordinary words ("reisen", "money", "kosten"),
 * and some mean something else ("Urlaub" in a message is a colleague's leave, as a folder name a holiday).
 */
export const FOLDER_NAMES: Record<string, string> = {
  purchase: `shopping buys ebay amazon zalando etsy kleinanzeigen einkauf kaufe anschaffungen onlineshopping belege
    emplettes tiendas aankopen inkopen webwinkels bonnen bonnetjes`,
  invoice: `expenses fees kosten ausgaben spesen depenses frais gastos uitgaven onkosten`,
  delivery: `pakete packchen envois leveringen`,
  travel: `holiday holidays vacation journeys airbnb reisen urlaub ferien fluge ausfluge dienstreisen bahntickets
    vacances deplacements vacaciones hoteles escapadas reizen reisjes vakantie treinen uitstapjes`,
  newsletter: `zeitschriften mailinglisten lesestoff rundschreiben infobriefe bladen`,
  promotion: `ads sonderangebote reklame prospekte cupones`,
  banking: `finance finances money paypal banken konten finanzen geld darlehen bankgeschafte girokonto
    argent finanzas dinero bankzaken bankieren`,
  investing: `crypto bitcoin pension retirement geldanlage altersvorsorge rente jubilacion`,
  client: `freelance kunden kundschaft mandanten kundenprojekte encargos klanten`,
  school: `daycare lehrkrafte hort krippe schulkram enfants maternelle ninos hijos cole scholen`,
  university: `uni study studies phd master fh diplomarbeit bachelorarbeit fac etudes estudios carrera`,
  personal: `relatives verwandte fotos prive perso amies copains proches privado amigas parientes persoonlijk gezin`,
  security: `credentials identifiants claves inlogcodes`,
  meeting: `rdv`,
  software: `dev devops repos coding programming git logiciel`,
  systems: `tech technology hosting edv technik informatique tecnologia ict techniek`,
  job: `jobsuche boulot banen`,
  staff: `payslips lohn lohne lohnabrechnung rh rrhh plantilla loon`,
  training: `kurse lehrgang cursussen`,
  health: `fitness wellness medicine arzte arzttermine medizin sanidad artsen zorg medisch dokter`,
  insurance: `policies polissen`,
  tax: `hmrc buchhaltung fisc contabilidad fiscus`,
  legal: `law disputes recht rechtliches juristisches droit`,
  government: `authorities gov immigration citizenship paperwork amter stadtverwaltung rathaus papiers papeleo
    instanties`,
  home: `flat housing household wohnen hauser haushalt garten immobilien eigenheim logement foyer jardin hogar vivienda
    huizen wonen huishouden tuin`,
  social: `soziales sociaux redes`,
  support: `beschwerden quejas`,
  event: `culture kultur parties feste espectaculos cultuur uitjes`,
  club: `chore kirche eglise clubes deporte iglesia kerk sporten`,
  charity: `wohltatigkeit giften`,
  press: `medien medios kranten`,
  junk: `mull indesirables pourriels basura ongewenst rommel`,
  food: `cooking kochen cuisine cocina koken maaltijden`,
  car: `motoring motorbike kfz motorrad pkw moto motor`,
}
