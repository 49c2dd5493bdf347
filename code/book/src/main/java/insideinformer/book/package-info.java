/**
 * The generator of the book's site, over Asciidoctor: chapters in, pages out, and no page that is not true.
 *
 * <p>{@code insideinformer.book.Main --root .} reads {@code chapters/}, {@code code/}, {@code diagrams/} and
 * {@code build/journeys/}, writes {@code build/site/}, and prints what is wrong with the book as {@code file:line: what,
 * and what to do}. Any such line makes it end with 1. With {@code --update} it first records what the programs of the book
 * print now.
 *
 * <h2>What a chapter may write beside plain AsciiDoc</h2>
 *
 * <table>
 * <caption>Marks of our own</caption>
 * <tr><td>{@code include::{code}/MODULE/src/…/X.java[tag=NAME]}</td><td>the only way to show code; the lines stand between
 *     {@code // tag::NAME[]} and {@code // end::NAME[]} in the file. {@code {exercises}} stands for that folder. The caption
 *     (file, module, lines) is made from it; {@code .Title} above the block adds a line of its own</td></tr>
 * <tr><td>{@code [source,text,run="a.b.Program"]} around {@code include::outputs/NAME.txt[]}</td><td>what a program prints;
 *     the build runs its {@code main} and compares; the caption of a snippet is the {@code make} command for it</td></tr>
 * <tr><td>{@code [source,sh]}</td><td>commands for the reader, without a prompt; the one listing that may be typed</td></tr>
 * <tr><td>{@code [#type-DeltaFIFO]}</td><td>this section, paragraph or listing explains the type: its name leads here from
 *     every listing, source page and, once a section, from running text. A type without a home leads to its source</td></tr>
 * <tr><td>{@code [#walk-W26]}, or {@code [[walk-W26]]} inside a paragraph</td><td>the stop is walked here</td></tr>
 * <tr><td>{@code walk:W26[]}, {@code spec:DF-17[]}, {@code spec:A1[]}</td><td>a link to a stop, a catalogue row, a report; with
 *     other words: {@code walk:W26[the pop]}</td></tr>
 * <tr><td>{@code test:DeltaFIFOTest#a_key_waits_once[]}</td><td>a link to a test's source; the test must exist</td></tr>
 * <tr><td>{@code term:relist[]}, {@code term:relist[relisting]}</td><td>a link to the glossary. Terms are linked at their first
 *     use on a page without being asked, except everyday words, in the glossary written {@code [.common]#list#::}. An entry
 *     names its other spellings: {@code also:[relisted, relisting]}</td></tr>
 * <tr><td>{@code xref:04-reflector.adoc[]}, {@code xref:04-reflector.adoc#watch[]}</td><td>another page; without words the title
 *     or heading there. A page still to come is named without a link</td></tr>
 * <tr><td>{@code locator::[]}</td><td>this chapter's stops on the walk</td></tr>
 * <tr><td>{@code journey::NAME[]}</td><td>a recording of the lab, to step through</td></tr>
 * <tr><td>{@code sequence::NAME[]}, {@code sequence::NAME[3-9]}</td><td>the messages of its steps, or of some, as a sequence
 *     diagram; a {@code .Title} line is welcome</td></tr>
 * <tr><td>{@code diagram::NAME[what it tells, in words]}</td><td>{@code diagrams/NAME.puml}, with a {@code .Title} line above</td></tr>
 * <tr><td>{@code chart::sync-s[ours, client-go]}</td><td>a column of a table in {@code benchmarks/README.md}, drawn
 *     over the number of pods with a line for each of these rows; with a {@code .Title} line above</td></tr>
 * <tr><td>{@code [.aside]} on a paragraph</td><td>hangs beside the text; at most 60 words</td></tr>
 * <tr><td>{@code [.goals]}, {@code [.stop]}, {@code [.misconception]} on an example block</td><td>boxes; a misconception must
 *     name a test</td></tr>
 * <tr><td>{@code [%collapsible]} on an example block</td><td>a folded answer</td></tr>
 * <tr><td>{@code toc::[]}, {@code pipeline::[]}, {@code walk-table::[]}, {@code upstream-table::[]}, {@code conformance-table::[]},
 *     {@code deviations-table::[]}</td><td>what the front page and the appendices are made of</td></tr>
 * </table>
 *
 * <p>Pages and their order stand in {@code contents.txt}, stops in {@code walk.txt}, colours of drawings in
 * {@code palette.txt}, all beside the classes.
 *
 * <h2>Reading order</h2>
 *
 * <p>{@code Main} and {@code Book} (the steps of a build), {@code Engine} and {@code Includes} (AsciiDoc to HTML, with marks for
 * what comes later), {@code Page}, {@code Linker}, {@code Glossary} (what points where), {@code Listings}, {@code Highlighter},
 * {@code CodeHtml} (code), {@code Outputs} (programs), {@code Figures}, {@code PlantUml}, {@code JourneyHtml}, {@code Sequence},
 * {@code Chart} (drawings), {@code Tables}, {@code ConformancePages} (what is made from data), {@code SourceIndex}, {@code SourcePages}
 * (the code itself), {@code Site}, {@code SiteLinks} and {@code SearchIndex} (what is written, and whether its links
 * lead somewhere). {@code frame.html}, {@code book.css} and {@code book.js} are the look.
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 * <caption>Everything else happens on the thread that calls {@code Book}.</caption>
 * <tr><th>thread</th><th>started by</th><th>ends</th><th>waits for</th></tr>
 * <tr><td>one of the common pool</td><td>{@code Main}</td><td>when the tests are scanned for catalogue ids</td><td>nothing;
 *     {@code Main} waits for it once Asciidoctor has started</td></tr>
 * <tr><td>{@code output of PROGRAM}</td><td>{@code Outputs}, one at a time</td><td>when the program's {@code main} returns; it is
 *     interrupted after 60 s</td><td>whatever the program waits for; the builder waits for it</td></tr>
 * </table>
 *
 * <p>No locks. While a program runs, {@code System.out} is the recorder's.
 */
@NullMarked
package insideinformer.book;

import org.jspecify.annotations.NullMarked;
