// Cities, states and regions by country code. "DK: A, B=C" means that C is another spelling of B.
const cities = `
AE: Dubai, Abu Dhabi, Sharjah
AF: Kabul
AL: Tirana
AM: Yerevan=Jerewan
AO: Luanda
AR: Buenos Aires, Córdoba, Rosario, Mendoza, La Plata, Patagonia=Patagonien
AT: Vienna=Wien=Vienne=Viena, Graz, Salzburg, Innsbruck, Linz, Tyrol=Tirol, Carinthia=Kärnten, Styria=Steiermark, Klagenfurt, Vorarlberg
AU: Sydney, Melbourne, Brisbane, Perth, Adelaide, Canberra, Queensland, New South Wales, Tasmania, Hobart, Darwin, Gold Coast
AZ: Baku=Bakú
BA: Sarajevo=Sarajewo
BD: Dhaka, Chittagong
BE: Brussels=Brüssel=Bruxelles=Bruselas, Antwerp=Antwerpen=Anvers=Amberes, Ghent=Gent=Gand=Gante, Bruges=Brugge=Brügge=Brujas, Liège, Namur, Leuven, Flanders=Flandern=Flandre, Wallonia=Wallonie
BF: Ouagadougou
BG: Sofia, Plovdiv, Varna
BH: Manama
BJ: Cotonou
BO: La Paz, Santa Cruz de la Sierra
BR: São Paulo=Sao Paulo, Rio de Janeiro, Brasília=Brasilia, Salvador, Curitiba, Porto Alegre, Recife, Fortaleza, Belo Horizonte, Manaus
BW: Gaborone
BY: Minsk
CA: Toronto, Montreal=Montréal, Vancouver, Calgary, Ottawa, Edmonton, Quebec=Québec, Winnipeg, Halifax, Ontario, British Columbia, Alberta, Nova Scotia, Saskatchewan, Manitoba, Newfoundland, Victoria, Hamilton
CD: Kinshasa
CG: Brazzaville
CH: Zurich=Zürich=Zúrich, Geneva=Genève=Genf=Ginebra, Basel=Bâle=Basilea, Bern=Berne=Berna, Lausanne, Lugano, Lucerne=Luzern, Winterthur, St. Gallen, Ticino=Tessin, Valais=Wallis
CI: Abidjan
CL: Santiago=Santiago de Chile, Valparaíso, Concepción
CM: Yaoundé, Douala
CN: Beijing=北京=Peking=Pékin=Pekín, Shanghai=上海=Schanghai=Shanghái, Shenzhen=深圳, Guangzhou=广州, Chengdu, Hangzhou, Wuhan, Chongqing, Tianjin, Xi’an, Nanjing, Suzhou, Tibet
CO: Bogotá=Bogota, Medellín=Medellin, Cali, Barranquilla, Cartagena
CR: San José
CU: Havana=La Habana=Havanna=La Havane
CY: Nicosia=Nikosia
CZ: Prague=Praha=Prag=Praga, Brno, Ostrava, Pilsen=Plzeň, Bohemia=Böhmen, Moravia=Mähren
DE: Berlin, Munich=München=Múnich, Hamburg=Hambourg=Hamburgo, Cologne=Köln=Colonia, Frankfurt, Stuttgart, Düsseldorf, Leipzig, Dresden, Bremen, Hanover=Hannover=Hanóver, Nuremberg=Nürnberg, Bonn, Heidelberg, Freiburg, Münster, Bavaria=Bayern=Baviera=Bavière, Dortmund, Essen, Duisburg, Bochum, Wuppertal, Bielefeld, Mannheim, Karlsruhe, Augsburg, Wiesbaden, Mainz, Kiel, Lübeck, Rostock, Schwerin, Magdeburg, Erfurt, Potsdam, Halle, Jena, Kassel, Göttingen, Regensburg, Würzburg, Ulm, Trier, Aachen, Saarbrücken, Flensburg, Saxony=Sachsen, Lower Saxony=Niedersachsen, Hesse=Hessen, Brandenburg, Thuringia=Thüringen, Schleswig-Holstein, Baden-Württemberg, Saarland, North Rhine-Westphalia=Nordrhein-Westfalen=NRW, Black Forest=Schwarzwald, Rügen, Sylt
DK: Copenhagen=København=Kopenhagen=Copenhague=Copenaghen, Aarhus=Århus, Odense, Aalborg=Ålborg, Roskilde, Esbjerg, Randers, Kolding, Vejle, Horsens, Helsingør, Hillerød, Silkeborg, Svendborg, Bornholm, Frederiksberg, Køge, Næstved, Viborg, Herning, Sønderborg, Aabenraa, Haderslev, Fredericia, Hjørring, Frederikshavn, Holbæk, Slagelse, Gentofte, Lyngby, Taastrup, Greve, Ringsted, Ribe, Skagen, Jutland=Jylland=Jütland, Zealand=Sjælland=Seeland, Funen=Fyn=Fünen, Lolland, Falster, Samsø, Langeland, Vesterbro, Nørrebro, Østerbro, Amager
DO: Santo Domingo
DZ: Algiers=Alger=Argel=Algier, Oran
EC: Quito, Guayaquil
EE: Tallinn=Tallin, Tartu
EG: Cairo=Kairo=Le Caire=El Cairo, Alexandria, Giza, Luxor
ES: Madrid, Barcelona=Barcelone, Valencia, Seville=Sevilla=Séville, Málaga=Malaga, Bilbao, Zaragoza, Palma, Granada, Catalonia=Cataluña=Katalonien=Catalogne, Andalusia=Andalucía=Andalusien=Andalousie, Mallorca, Murcia, Las Palmas, Valladolid, Vigo, Gijón, Alicante, Córdoba, San Sebastián, Santander, Salamanca, Toledo, Cádiz, Almería, Tarragona, Girona, Pamplona, Burgos, Getafe, Galicia=Galicien, Ibiza, Tenerife=Teneriffa, Canary Islands=Islas Canarias=Kanarische Inseln, Basque Country=País Vasco=Baskenland
ET: Addis Ababa=Addis Abeba=Adís Abeba
FI: Helsinki, Tampere, Turku, Espoo, Oulu, Lapland=Lappland=Laponie
FJ: Suva
FO: Tórshavn
FR: Paris, Lyon, Marseille=Marseilles=Marsella, Toulouse=Tolosa, Nice, Nantes, Bordeaux=Burdeos, Lille, Strasbourg=Straßburg=Strasburg=Estrasburgo, Montpellier, Rennes, Grenoble, Reims, Le Havre, Saint-Étienne, Toulon, Dijon, Angers, Nîmes, Aix-en-Provence, Brest, Tours, Limoges, Clermont-Ferrand, Amiens, Metz, Besançon, Perpignan, Orléans, Rouen, Mulhouse, Caen, Nancy, Avignon, Annecy, La Rochelle, Poitiers, Brittany=Bretagne, Normandy=Normandie=Normandía, Provence, Alsace=Elsass, Corsica=Corse=Korsika=Córcega, Île-de-France, Bourgogne=Burgund, Savoie, Martinique, Guadeloupe
GA: Libreville
GB: London=Londres=Londra, Manchester, Birmingham, Leeds, Liverpool, Bristol, Edinburgh=Édimbourg=Edimburgo, Glasgow, Cardiff, Belfast, Sheffield, Newcastle, Nottingham, Oxford, Brighton, York, Cornwall, Aberdeen, Dundee, Inverness, Cambridge, Coventry, Leicester, Southampton, Portsmouth, Plymouth, Norwich, Exeter, Swansea, Derby, Devon, Kent, Yorkshire, Wales, Highlands, Isle of Wight
GE: Tbilisi=Tiflis
GH: Accra, Kumasi
GL: Nuuk, Ilulissat
GN: Conakry
GR: Athens=Athen=Athènes=Atenas, Thessaloniki, Crete=Kreta=Crète=Creta, Patras, Rhodes, Corfu=Korfu
GT: Guatemala City=Ciudad de Guatemala
HN: Tegucigalpa
HR: Zagreb, Split, Dubrovnik, Rijeka, Istria=Istrien
HT: Port-au-Prince
HU: Budapest, Debrecen, Szeged
ID: Jakarta, Bali, Surabaya, Bandung
IE: Dublin, Cork, Galway, Limerick
IL: Tel Aviv, Jerusalem, Haifa
IN: Mumbai, Delhi, New Delhi, Bangalore=Bengaluru, Chennai, Hyderabad, Kolkata, Pune, Jaipur, Kerala, Goa, Ahmedabad, Lucknow, Surat, Nagpur, Varanasi, Kashmir, Punjab, Rajasthan, Gujarat, Tamil Nadu, Karnataka, Assam, Bihar, West Bengal, Uttar Pradesh, Maharashtra
IQ: Baghdad=Bagdad, Erbil, Basra
IR: Tehran=Teheran=Téhéran=Teherán, Isfahan
IS: Reykjavik=Reykjavík, Akureyri
IT: Rome=Roma=Rom, Milan=Milano=Mailand, Naples=Napoli=Neapel=Nápoles, Turin=Torino, Florence=Firenze=Florenz=Florencia, Venice=Venezia=Venedig=Venise=Venecia, Bologna, Palermo, Sicily=Sicilia=Sizilien=Sicile, Tuscany=Toscana=Toskana=Toscane, Genoa=Genova=Genua, Verona, Bari, Catania, Trieste, Padua=Padova, Pisa, Siena, Sardinia=Sardegna=Sardinien=Cerdeña, Lombardy=Lombardia=Lombardei, South Tyrol=Südtirol, Bozen
JM: Kingston
JO: Amman
JP: Tokyo=東京=东京=Tokio, Osaka=大阪, Kyoto=京都, Yokohama, Nagoya, Sapporo, Fukuoka, Hokkaido, Okinawa, Kobe, Hiroshima, Sendai, Nara
KE: Nairobi, Mombasa, Kisumu, Nakuru, Eldoret
KG: Bishkek
KH: Phnom Penh
KR: Seoul=서울=Seúl, Busan, Incheon, Daegu, Jeju
KW: Kuwait City
KZ: Almaty, Astana
LA: Vientiane
LB: Beirut=Beyrouth
LK: Colombo
LT: Vilnius=Wilna, Kaunas
LU: Luxembourg City
LV: Riga, Daugavpils
LY: Tripoli, Benghazi
MA: Casablanca, Marrakech, Rabat, Fez, Tangier=Tanger, Agadir
MC: Monte Carlo
MD: Chișinău=Chisinau
ME: Podgorica
MG: Antananarivo
MK: Skopje
ML: Bamako
MM: Yangon, Mandalay
MN: Ulaanbaatar=Ulan Bator
MT: Valletta
MW: Lilongwe
MX: Mexico City=Ciudad de México=Mexiko-Stadt, Guadalajara, Monterrey, Cancún=Cancun, Oaxaca, Tijuana, Puebla, Mérida, León, Yucatán=Yucatan
MY: Kuala Lumpur, Penang, Johor, Borneo, Sabah, Sarawak
MZ: Maputo
NA: Windhoek
NE: Niamey
NG: Lagos, Abuja, Kano, Ibadan, Port Harcourt, Kaduna
NI: Managua
NL: Amsterdam, Rotterdam, The Hague=Den Haag=La Haye=La Haya, Utrecht, Eindhoven, Groningen, Haarlem, Leiden, Delft, Maastricht, Nijmegen, Tilburg, Breda, Zeeland, Friesland
NO: Oslo, Bergen, Trondheim, Stavanger, Tromsø, Kristiansand, Bodø, Drammen, Lofoten, Svalbard, Ålesund, Lillehammer
NP: Kathmandu=Katmandu
NZ: Auckland, Wellington, Christchurch, Dunedin, Queenstown, Hamilton
OM: Muscat
PA: Panama City=Ciudad de Panamá
PE: Lima, Cusco, Arequipa
PG: Port Moresby
PH: Manila, Cebu, Davao, Quezon City
PK: Karachi, Lahore, Islamabad, Rawalpindi, Faisalabad, Peshawar
PL: Warsaw=Warszawa=Warschau=Varsovie=Varsovia, Kraków=Krakow=Krakau=Cracovie=Cracovia, Gdańsk=Gdansk=Danzig, Wrocław=Wroclaw=Breslau, Poznań=Poznan, Gdaňsk, Łódź=Lodz, Lublin, Katowice, Szczecin
PT: Lisbon=Lisboa=Lissabon=Lisbonne, Porto, Faro, Braga, Madeira, Azores=Azoren, Algarve, Coimbra, Sintra
PY: Asunción
QA: Doha
RO: Bucharest=Bukarest=Bucarest, Cluj-Napoca=Cluj, Timișoara, Brașov=Brasov, Iași=Iasi, Transylvania=Transilvania, Sibiu
RS: Belgrade=Belgrad=Belgrado, Novi Sad, Niš
RU: Moscow=Москва=Moskau=Moscou=Moscú=Moskva, Saint Petersburg=St. Petersburg=Sankt Petersburg, Novosibirsk, Kazan, Yekaterinburg, Vladivostok, Sochi, Siberia=Sibirien, Kaliningrad, Omsk, Tomsk
RW: Kigali
SA: Riyadh, Jeddah, Mecca, Medina
SD: Khartoum
SE: Stockholm=Estocolmo, Gothenburg=Göteborg, Malmö=Malmo, Uppsala, Lund, Örebro, Linköping, Västerås, Helsingborg, Jönköping, Umeå, Kiruna, Scania=Skåne, Gotland
SI: Ljubljana, Maribor
SK: Bratislava, Košice
SL: Freetown
SN: Dakar
SO: Mogadishu
SV: San Salvador
SY: Damascus=Damaskus=Damas=Damasco, Aleppo
TG: Lomé
TH: Bangkok, Chiang Mai, Phuket, Pattaya
TJ: Dushanbe
TM: Ashgabat
TN: Tunis
TR: Istanbul=Estambul=Istambul, Ankara, Izmir, Antalya, Bursa, Cappadocia
TT: Port of Spain
TW: Taipei, Kaohsiung, Taichung
TZ: Dar es Salaam, Dodoma, Arusha, Zanzibar
UA: Kyiv=Kiev=Kiew=Kyjiw, Lviv, Odesa=Odessa, Kharkiv, Dnipro, Crimea
UG: Kampala, Entebbe
US: Alabama, Alaska, Arizona, Arkansas, California=Kalifornien=Californie, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York=Nueva York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington=Washington D.C.=Washington DC, West Virginia, Wisconsin, Wyoming, New York City=NYC, Los Angeles, Chicago, Houston, Phoenix, Philadelphia, San Antonio, San Diego, Dallas, San Jose, Austin, San Francisco, Seattle, Denver, Boston, Detroit, Nashville, Portland, Las Vegas, Baltimore, Milwaukee, Albuquerque, Sacramento, Atlanta, Miami, Oakland, Minneapolis, Cleveland, New Orleans, Tampa, Pittsburgh, Cincinnati, St. Louis, Orlando, Salt Lake City, Brooklyn, Manhattan, Silicon Valley, Hartford, New Haven, Honolulu, Puerto Rico, Charlotte, Columbus, Indianapolis, Fort Worth, Jacksonville, El Paso, Memphis, Louisville, Tucson, Fresno, Omaha, Raleigh, Kansas City, Boise, Anchorage, Buffalo, Rochester, Richmond, Queens, Bronx, Santa Fe, Santa Monica, Palo Alto, Berkeley, Bay Area, Newark, Long Beach, Florida Keys, Appalachia, Midwest
UY: Montevideo
UZ: Tashkent=Taschkent, Samarkand
VE: Caracas, Maracaibo
VN: Hanoi, Ho Chi Minh City=Saigon, Da Nang, Hue, Hoi An
XK: Pristina
YE: Sanaa
ZA: Cape Town=Kapstadt=Le Cap=Ciudad del Cabo, Johannesburg, Durban, Pretoria, Soweto, Bloemfontein, KwaZulu-Natal
ZM: Lusaka
ZW: Harare
`;

const regions =
  'Europe=Europa,European Union=EU=Europäische Union=Union européenne=Unión Europea,Scandinavia=Skandinavien=Scandinavie=Escandinavia,Africa=Afrika=Afrique=África,Asia=Asien=Asie,South America=Südamerika=Amérique du Sud=Sudamérica=Sydamerika,North America,Latin America=Lateinamerika=Amérique latine=América Latina=Latinamerika,Middle East=Moyen-Orient=Oriente Medio=Mellemøsten,Southeast Asia,Central America,Antarctica=Antarktis=Antarctique=Antártida,Northern Hemisphere,Southern Hemisphere,Alps=Alpen=Alpes=Alperne,Arctic,Caribbean,Balkans,Nordics=Norden,Global South';

export interface GazetteerEntry {
  readonly name: string;
  readonly spelling: string;
  readonly country: string | null;
}

export function gazetteerEntries(): GazetteerEntry[] {
  const entries = cities
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [country = '', list = ''] = line.split(': ');
      return list.split(', ').flatMap((cell) => spellings(cell, country));
    });
  return [...entries, ...regions.split(',').flatMap((cell) => spellings(cell, null))];
}

function spellings(cell: string, country: string | null): GazetteerEntry[] {
  const all = cell.split('=');
  const name = all[0] ?? cell;
  return all.map((spelling) => ({ name, spelling, country }));
}
