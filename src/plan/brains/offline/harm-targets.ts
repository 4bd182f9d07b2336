// Who and what is harmed, and with what means, by class and in five languages. Data alone, written as in
// harm-words.ts.

const person = `group* of people, business partner*, business rival*, stepson*, stepdaughter*, stepbrother*, stepsister*, stepchild*, un menor, una menor, menor de edad, *innen, lady, ladies, gentleman, flatmate*, housemate*, adulteress, adulterer*, apostate*, militant*, skier*, climber*, hiker*, humanity, mankind, cop, mitbewohner*, studenten, studierende*, ouvrière*, étudiant*, estudiante*, sambo, bofælle*, studerende, naboerne, spouse, debtors, rivals, human being, grandparent*, schoolgirls, opposition leader*, union leader*, party leader*, religious leader*, gang leader*, head* of state, schoolchildren, wife, husband, spouse, boss, neighbor*, neighbour*, ex, girlfriend, boyfriend, mother, father, parents, parent, brother*, sister*, son, sons, daughter*, colleague*, coworker*, teacher*, family, families, partner, partners, friend, friends, roommate, man, men, woman, women, people, person, persons, civilian*, citizen*, president, minister, ministers, politician*, mayor, king, queen, judge, judges, journalist*, reporter*, lawyer*, prosecutor*, police officer*, policem*, cops, enem*, child, children, kids, kid, girl, girls, boy, boys, baby, babies, infant*, toddler*, teenager*, everyone, everybody, anyone, human, humans, human beings, villager*, hostage*, prisoner*, inmate*, detainee*, captive*, debtor*, suspect, suspects, convict*, offender*, criminals, thieves, protester*, demonstrator*, dissident*, student*, pupil*, schoolchildren, guests, guest, voter*, witness*, stranger*, rival, rivals, orphan*, pedestrian*, passenger*, patient, patients, soldier*, doctor*, nurse*, worker*, tenant*, customers, activist*, opponent*, opposition leader*, inhabitant*, resident*, landlord*, landlady, grandmother*, grandfather*, grandparents, uncle*, aunt, aunts, cousin*, niece*, nephew*, stepfather*, stepmother*, in laws, in law, employee*, worshipper*, congregation, crowd, crowds, tourist*, traitor*, tribe, tribes, commuter*, shopper*, prostitutes, twins, somebody, someone, those who, anyone who, whoever, members, contestant*, participant*, losers, elderly, the poor, the homeless, the disabled, the unemployed, homeless, pensioner*, senior citizens, old men, old women, followers, management, spectator*, celebrit*, actress, actor, population, informer*, informant*, informants, whistleblower*, unionist*, trade unionist*, maids, servants, bride, groom, lover, mistress, farmers, fishermen, monks, priest*, imam*, rabbi*, bishop*, undesirables, heir, heirs, heiress, competitor, bully, bullies,
frau, frauen, mann, männer, ehefrau, ehemann, nachbar*, chef, chefin, eltern, mutter, vater, bruder, schwester, kolleg*, leute, menschen, mensch, kinder, kind, heimkinder, mädchen, jungen, politiker*, bürgermeister*, präsident*, lehrer*, familie*, gefangene*, häftling*, geisel*, obdachlose*, schwiegermutter, schwiegervater, großmutter, großvater, oma, opa, tante, onkel, vermieter*, freundin, freund, tochter, sohn, baby, babys, säugling*, bewohner*, gäste, gegner*, regimegegner*, zeugen, zeugin, zeuge, richter*, staatsanwalt*, journalist*, polizisten, senioren, rentner*, ältere menschen, alte menschen, arbeiter*, patienten, waisen*, schüler*, passagiere, gläubige*, anhänger*, ihn, jemanden, alle die, kranke, behinderte*, arbeitslose*, bevölkerung, zivilisten, demonstranten, touristen, konkurrent*, erbe, erbin,
femme*, mari, épouse*, voisin*, patron, patronne, collègue*, mère, père, parents, frère*, sœur*, soeur*, famille*, gens, personne*, enfant*, fille, filles, fils, garçon*, bébé*, président*, maire, ministre*, civils, otage*, prisonnier*, détenu*, belle mère, grand mère, grand père, tante, oncle, passager*, copine, copain, fidèle*, opposant*, syndicalist*, journalist*, juge*, témoin*, habitant*, lycéen*, élève*, mineur*, sans papiers, sans abri, orphelin*, malades, handicapés, pauvres, vieillard*, personnes âgées, retraités, ouvrier*, travailleur*, migrants, communauté, foule, population, ex femme, ex mari, mon ex, industriel*, manifestant*, employé*,
mujer*, esposa, esposo, marido, exmujer, exmarido, vecin*, jefe, jefa, madre, padre*, herman*, familia*, gente, persona*, niñ*, hij*, chicas, presidente*, alcalde*, ministro*, político*, civiles, rehén, rehenes, prisioner*, preso*, detenid*, empresario*, suegr*, abuel*, tío, tía, pasajer*, bebé*, novi*, fieles, periodista*, juez, jueces, testigo*, opositor*, sindicalist*, líder*, turista*, habitante*, alumno*, huérfan*, enferm*, pobres, mendigo*, ancian*, jubilad*, trabajador*, obrer*, indígenas, menores, población, manifestante*, mi ex,
kone, mand, nabo*, chef, ekskone, eksmand, mor, far, forældre, bror, søster, kolleg*, familie*, mennesker, menneske, folk, børn, barn, kvinde*, pige*, drenge, præsident*, borgmester*, statsminister*, politiker*, civile, gidsler, fange, fanger, fangerne, svigermor, svigerfar, bedstemor, bedstefar, tante, onkel, passager*, kæreste, baby, elsker, elskerinde, beboer*, arbejdere, journalist*, dommer*, vidne*, modstander*, elever, forældreløse, hjemløse, patienter*, ældre, pensionist*, tilhængere, demonstrant*, datter, søn, ham, hende`;
/** People hunted for what they are. */
const group = `black famil*, black people, gay people, jewish*, gay men, trans people, jew, jews, muslim*, christian*, hindu*, sikh*, gays, lesbians, roma, gypsies, minorit*, migrant*, immigrant*, foreigner*, refugee*, asylum seeker*, ethnic group*, tribe, tribes, indigenous people*, natives, unbeliever*, infidel*, heretic*, everyone who, every member, all members, non believers, blacks, dissidents, opponents, those who speak, people who speak, other faith, other religion, other language, undesirable*, homosexual*, dalit*,
juden, muslime, christen, flüchtling*, migranten, ausländer*, minderheit*, volksgruppe*, andersgläubig*, ungläubig*, homosexuelle*, sinti, asylbewerber*, einwanderer*, stamm,
juif*, musulman*, chrétiens, réfugié*, migrants, immigré*, étrangers, minorité*, ethnie*, homosexuel*, mécréants, roms, sans papiers,
judí*, musulman*, cristianos, refugiad*, inmigrante*, migrantes, extranjeros, minoría*, etnia*, homosexuales, infieles, gitan*, indígenas,
jøder*, muslim*, kristne, flygtning*, indvandrer*, udlænding*, mindretal*, minoritet*, homoseksuelle, vantro, anden tro, andet sprog`;
const minor = `year old, schoolchildren, child, children, minor, minors, underage*, kids, toddler*, schoolgirl*, schoolboy*, teenage girls, year old girl*, year old boy*, year olds, orphans, pupils, infants, babies, preteen*, kinder, kindern, kind, minderjährig*, schülerinnen, enfant*, mineur, mineure, mineures, mineurs, fillettes, niñ*, menores, menor de edad, børn, barn, mindreårig*, skolepiger`;
const elderly = `nursing home residents, nursing home, care home*, pensioner*, elderly, seniors, senior citizens, old people, widow*, retiree*, dementia, grandparents, old age, over 70, over 80, rentner*, senioren, ältere menschen, älteren menschen, alte menschen, alten menschen, witwen, demente*, personnes âgées, retraité*, veuves, vieillards, anciano*, ancianas, jubilad*, viudas, ældre, pensionist*, enker, demente`;
const captives = `unaware, unsuspecting, prisoner*, inmate*, detainee*, captive*, orphan*, refugee*, homeless*, mental patients, disabled, prisoners of war, unwitting, unknowing, without telling them, without their knowledge, without consent, without their consent, without informed consent, do not agree, against their will, against her will, häftling*, gefangene*, heimkinder*, waisen*, ohne einwilligung, ohne ihr wissen, ohne zustimmung, détenus, prisonniers, orphelins, sans leur accord, sans leur consentement, à leur insu, sans consentement, presos, prisioneros, huérfanos, sin su permiso, sin su consentimiento, sin consentimiento, sin que lo sepan, fanger, forældreløse, uden samtykke, uden deres samtykke, uden at de ved det`;
const experiment = `feed, feeding, expose, test, testing, experiment*, trial on, trials on, try out, infect*, inject*, operate on, harvest*, steal organs, sterili*, compare two, versuch*, medikamentenversuch*, menschenversuch*, testen, expériment*, tester, essais sur, injecter, experiment*, probar, ensayos con, inyectar, eksperiment*, forsøg på, teste, afprøve*, sprøjte`;
const organs = `kidney*, organs, liver, livers, corneas, nieren, organe, reins, organes, riñones, órganos, nyrer, organer`;
const take = `harvest*, steal*, take, taking, remove, removing, extract*, sell*, cut out, entnehm*, verkauf*, prélever, voler, vendre, extraer, robar, vender, udtage*, stjæle*, sælge*`;

/** What many people live by, while they live by it. */
const lifeline = `power grid*, power supply, power plant*, power station*, electricity grid*, electricity supply, electricity network*, electrical grid, electricity, hospital, hospitals, intensive care, ventilators, oxygen supply, life support, incubators, air traffic control, emergency line*, emergency service*, emergency call*, emergency dispatch*, dispatch system*, ambulance*, nuclear plant*, nuclear power plant*, nuclear reactor*, water supply, water supplies, drinking water, water system*, waterworks, water works, water treatment plant*, reservoir*, dam, dams, dam gates, food supply, railway signal*, signal system*, baby formula, baby food, school lunch*, school meals, school canteen, the well, wells, water of, city s water, town s water, heating network, gas pipeline*, clinics, dialysis, blood bank*,
stromnetz*, stromversorgung, krankenh*, klinik*, trinkwasser*, wasserversorgung, wasserwerk*, kraftwerk*, notruf*, rettungsleitstelle*, staudamm*, flugsicherung, brunnen, beatmungsgerät*,
réseau électrique, hôpital, hôpitaux, eau potable, l eau, puits, barrage*, centrale* nucléaire*, centrale* électrique*, services d urgence, château* d eau,
red eléctrica, hospital*, agua potable, el agua, pozo*, presa*, embalse*, central* nuclear*, central* eléctrica*, servicios de emergencia, suministro de agua,
elnet*, strømforsyning*, hospital*, sygehus*, drikkevand*, vandforsyning*, vandværk*, dæmning*, alarmcentral*, brønd*, kraftværk*`;
const disrupt = `crash, cyberattack on, cyberattacks on, cyber attack on, cyberangriff auf, hackerangriff auf, angriff auf, angriffe auf, attaque contre, cyberattaque contre, ataque a, ataque contra, ciberataque a, ciberataque contra, angreb på, hackerangreb på, cyberangreb på, attack on, sabotag*, cripple*, paralyz*, paralys*, black out, knock* out, take* down, poison, poisoning, contaminate, contaminating, taint, spike, blow* up, hack, hacking, hack into, infiltrat*, attack, attacking, jam, ransomware, malware, bomb, bombing,
sabotier*, lahmleg*, lahmzulegen, vergift*, verseuch*, kontaminier*, angreif*, hacken, sprengen,
sabot*, paralys*, empoisonn*, contamin*, pirater, attaquer, rançongiciel*, faire sauter,
sabote*, paraliz*, envenen*, contamin*, hackear, atacar, volar,
saboter*, lamme, lamlæg*, forgift*, foruren*, angrib*, hacke, sprænge`;
/** Set loose on what people live by. */
const hostile = `ransomware, malware, cyberattack*, cyber attack*, rançongiciel*, cyberattaque*, ciberataque*, cyberangriff*, cyberangreb*`;
const wield = `deploy, launch, use, spread, plant, install, release, send, run, start, einsetzen, starten, verbreiten, lancer, déployer, lanzar, desplegar, start, sprede`;
/** Often done for the good: only with the harm named. */
const disruptSoft = `open the dam, open the floodgates, open _ dam gates, open the sluices, turn off, destroy*, shut* down, shut* off, turn* off, switch* off, cut* off, cut, bring* down, disable, disabling, encrypt*, lock, locking, lock up, flood, crash, wipe, zerstör*, abschalt*, kappen, verschlüssel*, détrui*, couper, chiffrer, destruir, cortar, cifrar, ødelægg*, afbryd*, lukke ned, kryptere*`;
const toHarm = `in the world, of the world, worldwide, global, in the country, so people, so that people, all hospitals, every hospital, entire city, entire country, of a city, so that people, so that the, so people, freeze, drown*, drowns, die, during surgery, surgery, in winter, in january, whole region, whole city, ausfallen, damit, sterben, erfrieren, pour que, mourir, para que, syge, dør, så folk, chaos, panic, panik, panique, pánico`;
const ransom = `ransom, ransoms, ask* for money, demand*, until the city pays, until they pay, until _ pays, pays, pay us, unlock, bitcoin*, lösegeld, zahlen, rançon*, rescate, løsepenge, løsesum`;

const vehicle = `school bus*, schulbus*, coach, autobus*, skolebus*, express, plane, planes, airplane*, aircraft, airliner*, passenger jet*, passenger plane*, jet, helicopter*, train, trains, high speed train, tram, bus, buses, ferry, ferries, ship, cruise ship*, subway, flugzeug*, passagierflugzeug*, zug, züge, fähre*, avion*, train*, ferry*, avión, aviones, tren, trenes, barco*, fly, flyet, passagerfly*, tog, toget, togene, færge*`;
const downing = `bring* down, shoot* down, down a plane, down the plane, down an airliner, down an aircraft, down a passenger*, hijack*, crash, derail*, sink, sinking, blow* up, abschieß*, abstürzen, entführ*, entgleis*, versenk*, zum absturz, abattre, détourner, faire dérailler, couler, faire exploser, derrib*, estrell*, descarril*, secuestr*, hundir, skyde ned, styrte, kapre*, afspor*, sænke, nedskyd*`;
const inUse = `passenger*, on board, take off, takeoff, airliner*, commuter*, parliament, full of, high speed, during, people, express, into the, into a, fluggäste, insassen, passagier*, bord, passagers, pasajeros, ombord`;

/** Where many people are. */
const crowded = `march, marathon*, rally, rallies, finish line, peace march, foyer, nachtclub*, disko*, boîte de nuit, discoteca*, diskotek*, carnival, pride, market square, crowded market, crowd, crowds, crowded, stadium*, school, schools, kindergarten*, university, mosque*, church, churches, synagogue*, temple, subway*, metro, airport*, mall, malls, shopping cent*, concert*, embass*, christmas market, marketplace, station, stations, parade*, festival*, theater, theatre, hospital*, town hall, city hall, parliament, courthouse, police station, clinic, hotel*, nightclub*, commuter train*, trains, train, bus, buses, downtown, city centre, city center, financial district, refugee home*, refugee camp*, asylum cent*, shelter, pedestrian*, protest*, procession, village, wedding, memorial service, prayer*, headquarters, ventilation,
menschenmenge, schule*, moschee*, kirche*, synagoge*, bahnhof*, u bahn, flughafen*, marktplatz, weihnachtsmarkt, botschaft*, rathaus, stadion, einkaufszentrum*, konzert*, festzelt, parlament*, flüchtlingsheim*, asylheim*, flüchtlingsunterkunft, auto des, lüftung, innenstadt,
foule*, école*, lycée*, mosquée*, église*, synagogue*, gare, métro, aéroport*, marché de noël, ambassade*, mairie, stade, centre commercial, centre ville, parlement, voiture du, préfecture, foyer de réfugiés,
multitud*, escuela*, instituto, mezquita*, iglesia*, sinagoga*, estación, autobús, autobuses, tren, trenes, metro, aeropuerto*, embajada*, ayuntamiento, estadio, centro comercial, parlamento, coche del, mercado navideño, albergue,
skole*, moské*, kirke*, synagoge*, banegård*, metro*, lufthavn*, ambassade*, rådhus*, stadion, storcenter*, menneskemængde*, folketinget, julemarked*, asylcent*, flygtningecent*`;
const explosive = `feuer im, feuer in, feu dans, fuego en, bomb, bombs, explosive*, explosion*, grenade*, dynamite, detonat*, molotov*, arson, incendiary, suicide belt, bombe*, sprengstoff*, handgranate*, sprengsatz*, sprengsätze, zünd*, brandsatz, explosif*, grenade*, piég*, incendi*, bomba, bombas, explosivos, granada*, deton*, bomber, sprængstof*, granat*, brandbombe*`;
const assault = `explod*, launch, fire, firing, attack, attacking, raid, storm, drive _ into, drive a truck into, drive a car into, drive a van into, ram, plow into, mow, open fire, shoot*, set fire to, set on fire, burn* down, torch, firebomb*, plant, planting, place, leave, hide, put, blow* up, bomb, bombing, detonat*, set off, explode, release, releas*, crash, fly _ into, spread, pour*, pump*,
angreif*, anschlag, überfall*, anzünd*, niederbrenn*, in die luft, rasen, fahren, anbring*, legen, zünden, platzier*, leiten, sprengen, stürmen, deponier*,
attaquer, attaque, incendier, brûler, poser, placer, faire exploser, faire sauter, foncer, tirer dans, tirer sur, déposer, mitraill*,
atacar, ataque, incendiar, quemar, colocar, poner, hacer explotar, volar, atropellar, tirotear, dispar*, detonar,
angrib*, angreb, brænde, sætte ild, placere*, anbring*, sprænge*, køre ind i, skyde, bombe, bombning*, udløse`;

/** Weapons and poisons for many. */
const massWeapon = `nuclear bomb*, nuclear weapon*, nuclear warhead*, nuclear device*, atom bomb*, atomic bomb*, nuke, nukes, hydrogen bomb*, dirty bomb*, radiological bomb*, radiological weapon*, radiological device*, bioweapon*, bio weapon*, biological weapon*, chemical weapon*, biological agent*, nerve agent*, nerve gas*, mustard gas, poison gas, toxic gas, chlorine gas, deadly gas, sarin, novichok, tabun, anthrax, ricin, weapons grade, weapon grade, weaponi*, plague bacteria, killer virus, lethal virus, deadly virus, deadly pathogen*, lethal pathogen*, pandemic pathogen*, pandemic virus, highly enriched, phosgene, toxic cloud, engineered pathogen*, engineered virus,
atombombe*, wasserstoffbombe*, schmutzige bombe*, schmutzigen bombe*, nervengas*, nervenkampfstoff*, nervengift, giftgas*, senfgas*, kampfstoff*, biowaffe*, chemiewaffe*, chemische waffe*, biologische waffe*, chemischen waffe*, biologischen waffe*, milzbrand*, rizin, waffenfähig*, pesterreger, kampfgas,
bombe* atomique*, bombe* nucléaire*, bombe* sale*, arme* biologique*, arme* chimique*, arme* nucléaire*, gaz sarin, gaz neurotoxique*, gaz moutarde, agent* neurotoxique*, ricine, gaz innervant*, bacille du charbon, gaz toxique*,
bomba* atómica*, bomba* nuclear*, bomba* sucia*, arma* biológica*, arma* química*, arma* nuclear*, gas sarín, gas nervioso, gas mostaza, agente* nervioso*, ántrax, ricina, gas tóxico, gas venenoso,
atombombe*, beskidt bombe, nervegas*, sennepsgas*, giftgas*, biologisk* våben, kemisk* våben, atomvåben, miltbrand*, kampgas`;
/** In use elsewhere as well: only with spreading or a device named. */
const weakWeapon = `plutonium, polonium, caesium, cesium, uranium, ebola, smallpox, vx, botulinum, plague, chlorine, virus, pathogen*, bacteria, radioactive*, pest, peste, pockenvirus, uran, cäsium, varíola, viruela, cesio, césium, kopper, pathogène*, patógeno*, radioaktiv*, radiactiv*`;
const spreading = `weaponi*, release it, spread it, releas* it, spread _ over, in the subway, over the, on the city, nuclear device*, with explosives, airport, spreads faster, more contagious, more deadly, more lethal, deadlier, to infect, to kill, freisetz*, verbreit*, arme biologique, arma biológica, liberar*, libérer, propag*, weapon, weapons, warhead*, waffe*, arme, arma, våben, crowd*, slippe løs`;
const make = `build, building, make, making, manufactur*, create, produce, producing, acquire, buy, steal, get, obtain*, synthesi*, engineer, cook, brew, weaponi*, use, using, launch, drop, release, releasing, spread, spreading, deploy, smuggl*, detonat*, set off, dispers*, plant, sell, design, enrich*, grow, growing, culture, breed, assembl*, develop, send, mail, purify, fill, turn, put, pump, spray,
baue*, herstell*, herzustellen, stelle, entwickel*, freisetz*, freizusetzen, verbreit*, beschaff*, zünd*, kauf*, anreicher*, züchte*, leiten, einsetz*, einleiten, versprüh*, verschick*,
fabriqu*, construi*, produi*, libérer, répand*, acheter, développer, mettre au point, faire exploser, enrichir, cultiver, disperser, utiliser, synthétis*, diffuser,
fabric*, constru*, produc*, liber*, propag*, compr*, desarroll*, deton*, enriquec*, cultiv*, dispers*, usar, sintetiz*, esparc*,
bygge, byg, fremstil*, lave, sprede*, udvikle*, købe, berige, dyrke*, bruge, udløse, slippe løs`;
const poison = `arsenic, cyanide, strychnine, thallium, rat poison, poison, antifreeze, ricin, toxin*, something lethal, something deadly, lethal dose*, overdose, fentanyl, too many sleeping pills, sleeping pills in, sleeping pills into, crushed sleeping pills, zyankali, arsen, rattengift, gift ins, gift in, das gift, überdosis, mort aux rats, cyanure, poison, surdose, cianuro, arsénico, veneno, matarratas, sobredosis, cyanid, arsenik, rottegift, overdosis`;
const serve = `put, putting, give, slip, lace, spike, mix, add, serve, drink, drinks, inject*, dose, misch*, geben, gib, trinken, verabreich*, ins essen, mettre, verser, boire, administrer, poner, echar, beber, administrar, putte, hæld*, komme, drikke`;
const meal = `tea, coffee, drink, drinks, food, meal, soup, wine, breakfast, dinner, lunch, guests, party, canteen, buffet, together, tee, kaffee, essen, suppe, getränk*, thé, café, repas, soupe, vin, comida, bebida*, sopa, té, cena, mad, maden, te, kaffe, suppe, drik`;
const acid = `acid, säure*, acide, vitriol, ácido, syre`;
const hurl = `throw*, pour*, splash*, spray*, fling, hurl, werf*, schütt*, gieß*, spritz*, jeter, verser, asperger, lanzar, arroj*, echar, rociar, kaste*, hæld*, sprøjt*, smid*`;
const body = `face, faces, eyes, skin, gesicht*, augen, visage*, yeux, cara, rostro*, ojos, ansigt*, øjne`;

const expel = `remove, removing, expel*, drive out, deport*, purge, chase out, round* up, intern, herd, ghettoi*, lock up, wipe out, sterili*, vertreib*, zu vertreiben, säuber*, deportier*, zusammentreib*, ausrott*, vernicht*, auslösch*, chasser, nettoyer, purger, expuls*, déport*, parquer, rafle*, expuls*, limpi*, purgar, deport*, encerrar, fordriv*, udrens*, rense, deporter*, jage ud, intern*`;
/** A place is rid of people. */
const expelOf = `rid, clear, clearing, cleans*`;
const byForce = `by force, with force, force, forced, violen*, house by house, camps, camp, within a year, from the province, of everyone, dead or alive, burn*, ghetto*, all, every, whole, entire, gewalt*, alle, lager, anzünd*, häuser, tous, toutes, par la force, de force, camps, todos, todas, a la fuerza, vivos o muertos, barrio, campos, alle, magt, lejre`;

const defraud = `pretend*, scam*, defraud*, swindl*, cheat*, trick*, fake, worthless, empty their, take their savings, take their houses, steal*, phishing, impersonat*, talk them out of, rob, drain, betrüg*, schockanruf*, enkeltrick*, um ihr erspartes, um ihr geld, abzock*, prellen, falsche polizist*, escroqu*, arnaqu*, faux, ruin*, soutirer, dépouiller, voler, estaf*, timar, engañ*, fals*, robar, bedrag*, svindl*, snyd*, narre, falske, lokke penge, franarre*`;
const savings = `saving*, account*, bonds, house, houses, money, pension*, life savings, grandchild*, fortune, invest*, card*, erspart*, konto, konten, geld, vermögen, anlage*, häuser, épargne, compte*, argent, économies, placement*, maison*, ahorro*, cuenta*, dinero, casas, inversion*, pensi*, opsparing*, konto*, penge, bankoplysning*`;
const together = `together, followers, congregation, community, all of us, whole group, members, disciples, flock, collectiv*, gemeinsam, anhänger*, gemeinde, ensemble, communauté, fidèles, collectif, juntos, comunidad, seguidores, fieles, sammen, menighed*, tilhængere`;
const endLife = `end their lives, take their lives, take their own lives, leave this life, leave their bodies, drink the poison, suicide, die together, das leben nehmen, selbstmord, suizid, suicide, mettre fin à leurs jours, suicidio, quitarse la vida, selvmord, tage livet af`;
const bodyCount = `looks like an accident, fatal accident, fatal fall, like a heart attack, has a heart attack, have a heart attack, has an accident on, have an accident on, tödlichen unfall, unfall haben, accident mortel, accidente mortal, dødsulykke`;
/** Said softly. */
const gone = `no traces, no trace, without a trace, before _ testif*, ohne spuren, spurlos, sans traces, sin rastro, uden spor, never wake*, never seen again, never be seen again, never be found, is never found, six feet under, sleep with the fishes, out of the way, aus dem weg, nicht mehr aufwach*, quitar de en medio, physiquement, af vejen`;
/** As soft, but care and love last as well. */
const lasting = `for good, for ever, forever, permanently, once and for all, für immer, endgültig, definitivamente, para siempre, définitivement, pour toujours, permanent, for altid`;
const away = `silenced, get* rid of, rid of, silenc*, dispose*, élimin*, elimin*, loswerden, werde ich _ _ für immer los, werde ich _ _ endgültig los, werde ich _ _ los, beseitig*, aus dem weg räum*, rydde*, ryddet, out of the way, af vejen`;
const awayMild = `get* _ out, remove*, deal with, take care of, quitar, werde ich, werden wir, skaffe`;
const vanish = `disappear*, vanish*, verschwinden, disparaître, desaparecer, forsvinde`;
const cause = `make, making, have, lassen, faire, hacer, få, lade`;
const drug = `hallucinogen*, lsd, substances, radiation, drug*, vaccine*, medicin*, organs, surgery, hepatitis, virus, disease*, malaria, experiment* on, experimentar con, *versuch, versuch*, medikament*, impfstoff*, médicament*, vaccin*, maladie*, expériment*, medicament*, vacuna*, enfermedad*, medicin*, sygdom*, eksperiment*, treatment, surgeries, brain`;

const pron = `she, he, they, er, sie, il, elle, ils, él, ella, ellos, han, hun`;
const food = `bread, food, flour, milk, meals, lunch*, canteen, cafeteria, brot, essen, mehl, milch, pain, lait, nourriture, cantine, pan, leche, comida, brød, mælk, maden, town, city, village`;
const poor = `children, child, orphan*, street children, poor, migrants, refugee*, prisoner*, homeless, inmates, kinder, arme, flüchtlinge, enfants, pauvres, migrants, niños, pobres, migrantes, børn, fattige`;
const prisonCamps = `camps by force, prison camps, labour camps, labor camps, detention camps, internment camps, ghetto*, straflager, arbeitslager, camps de travail, campos de trabajo, arbejdslejre, fangelejre`;
const expelHard = `clean the town of, clean the city of, clean the district of, clean the country of, clean the region of, clean the village of, clean our town of, clean our city of, clean our country of, clean our district of, drive _ _ out, drive _ _ _ out, drive _ out, eradicat*, cleanse, cleansing, purge, purging, drive out, round up, chase out, exterminat*, wipe out, hunt down, vertreib*, zu vertreiben, säuber*, ausrott*, auslösch*, rafle*, purger, exterminer, limpi* _ _ de, purgar, exterminar, fordriv*, udrens*, udrydd*`;
const herd = `put, lock, send, herd, intern, throw, deport*, stecken, sperren, enfermer, envoyer, encerrar, enviar, sende, sætte`;
const place = `market, markets, mercado*, markt, marché, marked*, office, house, building, home, haus, maison, casa, hus, car, auto, voiture, coche, bil`;
const hijack = `hijack*, derail*, shoot down, skyjack*, entgleis*, dérailler, détourner, descarril*, derrib*, kapre*, afspor*, nedskyd*`;
const innocent = `worshipper*, protester*, demonstrator*, pupils, civilians, pedestrians, passers by, schoolchildren, zivilisten, passanten, gläubige, civils, passants, civiles, peatones, civile, fodgængere`;
/** Nobody beats them at anything but games. */
const kin = `wife, husband, spouse, child, children, kid, kids, toddler*, girlfriend, boyfriend, woman, women, prisoner*, detainee*, mother, father, grandparent*, grandmother, grandfather, someone, somebody, human, humans, politician*, cop, cops, people, journalist*, entire city, frau, mann, kinder, kind, jemanden, femme, mari, enfants, gens, mujer, esposa, marido, niñ*, gente, alguien, kone, mand, børn, nogen, kvinder`;
const bodyPart = `skull*, spine, sternum, head, face, throat*, legs, bones, kneecaps, fingers, neck, schädel, knochen, beine, finger, genick, crâne, jambes, os de, doigts, piernas, huesos, cráneo, dedos, kranie, ben på, fingre`;
export const targetWords = {
  bodyPart,
  kin,
  innocent,
  hijack,
  place,
  herd,
  expelHard,
  prisonCamps,
  poor,
  food,
  pron,
  person,
  group,
  minor,
  elderly,
  captives,
  experiment,
  organs,
  take,
  lifeline,
  disrupt,
  hostile,
  wield,
  disruptSoft,
  toHarm,
  ransom,
  vehicle,
  downing,
  inUse,
  crowded,
  explosive,
  assault,
  massWeapon,
  weakWeapon,
  spreading,
  make,
  poison,
  serve,
  meal,
  acid,
  hurl,
  body,
  expel,
  byForce,
  defraud,
  savings,
  together,
  endLife,
  bodyCount,
  gone,
  lasting,
  away,
  awayMild,
  expelOf,
  vanish,
  cause,
  drug,
};
