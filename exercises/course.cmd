@echo off
rem The course: "exercises\course" shows the next exercise, "exercises\course --help" what else it can do.
rem Needs a JDK 21 or newer: JAVA_HOME, or java on PATH. The first call builds the code with Maven; after that it works
rem offline. "exercises\course rebuild" builds again after the code has changed.
setlocal
set "here=%~dp0"
set "code=%here%..\code"
set "module=%code%\course\target"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"

if "%~1"=="rebuild" del /q "%module%\classpath" 2>nul
if not exist "%module%\classpath" (
    echo Building the code ... 1>&2
    call "%code%\mvnw.cmd" -f "%code%\pom.xml" -B -ntp -q -pl course -am compile || exit /b 2
)
if "%~1"=="rebuild" exit /b 0

rem "set /p" would cut the line off after 1023 characters.
for /f "usebackq delims=" %%l in ("%module%\classpath") do set "libraries=%%l"
set "CLASSPATH=%module%\classes;%libraries%"
"%java%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "-Dinsideinformer.exercises=%here%." ^
    "-Dinsideinformer.command=exercises\course" insideinformer.course.Course %*
